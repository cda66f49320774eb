-- What a variant, a track or a spec may use; a test holds this against the program.
std = {
  read_globals = {
    "error", "ipairs", "math", "next", "pairs", "require", "select",
    "string", "table", "tonumber", "tostring", "type", "unpack",
  },
}
self = false            -- a rule is a method whether or not it reads self
max_line_length = 130
exclude_files = { "cmd/sandbox/testdata" }
