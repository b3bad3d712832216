package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of processor time in /proc: 1/100 s on every usual kernel.
const tick = 10 * time.Millisecond

// Places in what follows a process's name in /proc/PID/stat (proc(5)).
const (
	statParent = 1
	statUser   = 11
	statSystem = 12
)

// stat returns numbers of /proc/PID/stat. The name before them may hold anything,
// parentheses and spaces too.
func stat(pid int, places ...int) ([]int, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	text := string(raw)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	values := make([]int, len(places))
	for i, place := range places {
		if place >= len(fields) {
			return nil, fmt.Errorf("/proc/%d/stat is shorter than expected", pid)
		}
		if values[i], err = strconv.Atoi(fields[place]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// processorTime is what processes have used together since they began. One that
// has ended counts for nothing.
func processorTime(pids ...int) (total time.Duration, err error) {
	for _, pid := range pids {
		used, err := stat(pid, statUser, statSystem)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue
		}
		if err != nil {
			return 0, err
		}
		total += time.Duration(used[0]+used[1]) * tick
	}
	return total, nil
}

// ownProcessorTime is what this process has used so far, to the microsecond, which
// /proc does not tell.
func ownProcessorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails only for a bad argument
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// family is a process with its children.
func family(pid int) []int {
	all := []int{pid}
	folders, _ := filepath.Glob("/proc/[0-9]*") // fails only for a malformed pattern
	for _, folder := range folders {
		child, err := strconv.Atoi(filepath.Base(folder))
		if err != nil {
			continue
		}
		// One that has ended meanwhile is nobody's child.
		if parent, err := stat(child, statParent); err == nil && parent[0] == pid {
			all = append(all, child)
		}
	}
	return all
}

// residentMB is what a process holds in memory, in units of 2^20 bytes.
func residentMB(pid int) (float64, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(raw)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.Atoi(strings.Fields(value)[0])
			return float64(kib) / 1024, err
		}
	}
	return 0, fmt.Errorf("/proc/%d/status has no line VmRSS", pid)
}
