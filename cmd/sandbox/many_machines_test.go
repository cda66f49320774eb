package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const manyMachines = "../../docs/many-machines"

// asCluster makes a folder to play in, where `sandbox` is this program, and
// returns what runs a shell there.
func asCluster(t *testing.T) func(args []string, env ...string) {
	t.Helper()
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexport %s=1\nexec %s \"$@\"\n", asProgram, os.Args[0])
	if err := os.WriteFile(filepath.Join(bin, "sandbox"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	return func(args []string, env ...string) {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), quickEnd), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
}

// addsUp compares the parts in a folder with the run played at once.
func addsUp(t *testing.T, run func(args []string, env ...string), of, folder string) {
	t.Helper()
	run(append([]string{"sandbox", "sim"}, append(strings.Fields(of), "--out", "whole.json")...))
	run([]string{"sandbox", "sim", "merge", folder, "--out", "merged.json"})
	if contentsOf(t, "merged.json") != contentsOf(t, "whole.json") {
		t.Error("the parts add up to something else than the run")
	}
}

// The indexed job of Kubernetes, as far as it can be known without a cluster: the
// command of each of its pods, in a shell.
func TestKubernetesJob(t *testing.T) {
	unhurried(t)
	var job struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct{ Name string }
		Spec       struct {
			CompletionMode       string `yaml:"completionMode"`
			Completions          int
			Parallelism          int
			BackoffLimitPerIndex int                              `yaml:"backoffLimitPerIndex"`
			PodFailurePolicy     struct{ Rules []map[string]any } `yaml:"podFailurePolicy"`
			Template             struct {
				Spec struct {
					RestartPolicy string `yaml:"restartPolicy"`
					Containers    []struct {
						Name, Image  string
						Env          []struct{ Name, Value string }
						Command      []string
						Resources    map[string]map[string]string
						VolumeMounts []map[string]string `yaml:"volumeMounts"`
					}
					Volumes []map[string]any
				}
			}
		}
	}
	read := yaml.NewDecoder(strings.NewReader(contentsOf(t, filepath.Join(manyMachines, "kubernetes.yaml"))))
	var claim struct {
		Kind     string
		Metadata struct{ Name string }
	}
	if err := read.Decode(&claim); err != nil || claim.Kind != "PersistentVolumeClaim" {
		t.Fatalf("%+v, %v", claim, err)
	}
	read.KnownFields(true)
	if err := read.Decode(&job); err != nil {
		t.Fatal(err)
	}
	spec, pod := &job.Spec, &job.Spec.Template.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || spec.CompletionMode != "Indexed" || pod.RestartPolicy != "Never" || spec.BackoffLimitPerIndex < 1 || len(pod.Containers) != 1 {
		t.Fatalf("%+v", job)
	}
	part := pod.Containers[0]
	env := map[string]string{}
	for _, e := range part.Env {
		env[e.Name] = e.Value
	}
	merge := contentsOf(t, filepath.Join(manyMachines, "merge.yaml"))
	for _, want := range []string{"claimName: " + claim.Metadata.Name + " ", "image: " + part.Image + "\n", "mountPath: " + env["PARTS"] + ",", "command: [sandbox, sim, merge, " + env["PARTS"] + "]"} {
		if !strings.Contains(merge, want) {
			t.Errorf("merge.yaml has no %q", want)
		}
	}
	if of := fmt.Sprint(pod.Volumes); !strings.Contains(of, "claimName:"+claim.Metadata.Name+"]") {
		t.Errorf("the claim is %s, and the volumes are %s", claim.Metadata.Name, of)
	}
	if env["OF"] != fmt.Sprint(spec.Completions) || part.VolumeMounts[0]["mountPath"] != env["PARTS"] {
		t.Errorf("%d completions, mounted at %v, and %v", spec.Completions, part.VolumeMounts, env)
	}
	run := asCluster(t)
	if err := os.Mkdir("parts", 0o755); err != nil {
		t.Fatal(err)
	}
	const of = "paper_f1_quick -n 60 --seed pods"
	for index := range spec.Completions {
		run(part.Command, "RUN="+of, "OF="+env["OF"], "PARTS=parts", fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index))
	}
	addsUp(t, run, of, "parts")
}

// Each number of the array of Slurm is a part, and one that comes twice does no
// harm. On a real Slurm they are played by .ci/many-machines.
func TestSlurmArray(t *testing.T) {
	unhurried(t)
	script, err := filepath.Abs(filepath.Join(manyMachines, "slurm.sh"))
	if err != nil {
		t.Fatal(err)
	}
	run := asCluster(t)
	const of = "paper_f1_quick -n 60 --seed array"
	for _, k := range []int{1, 2, 3, 10, 9, 8, 7, 6, 5, 4, 3} {
		run([]string{"sh", script}, "RUN="+of, "OF=10", fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", k))
	}
	addsUp(t, run, of, "parts")
}

// The page tells of every file beside it.
func TestManyMachinesPage(t *testing.T) {
	page := contentsOf(t, manyMachines+".md")
	files, err := os.ReadDir(manyMachines)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if !strings.Contains(page, "(many-machines/"+file.Name()+")") {
			t.Errorf("the page does not lead to %s", file.Name())
		}
	}
}
