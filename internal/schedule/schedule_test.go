package schedule_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schedule"
)

func TestDraftSaysEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	daily := &schedule.DraftWindow{Timezone: "Europe/Berlin", Start: "09:00", End: "17:00", MaxWakes: 3}
	office := func(change func(*schedule.DraftWindow)) *schedule.DraftWindow {
		w := *daily
		change(&w)
		return &w
	}
	for name, tt := range map[string]struct {
		draft schedule.Draft
		want  []string // paths
	}{
		"cron":             {schedule.Draft{Description: "d", Instruction: "i", Cron: "0 9 * * *"}, nil},
		"window":           {schedule.Draft{Description: "d", Instruction: "i", Window: daily}, nil},
		"as long as may":   {schedule.Draft{Description: strings.Repeat("ü", 400), Instruction: strings.Repeat("語", 2000), Window: daily}, nil},
		"nothing":          {schedule.Draft{}, []string{"description", "instruction", "cron"}},
		"blank":            {schedule.Draft{Description: " \t", Instruction: "\n", Window: daily}, []string{"description", "instruction", "description"}},
		"too long":         {schedule.Draft{Description: strings.Repeat("ü", 401), Instruction: strings.Repeat("語", 2001), Window: daily}, []string{"description", "instruction"}},
		"two lines":        {schedule.Draft{Description: "a\nb", Instruction: "a\nb", Window: daily}, []string{"description"}},
		"not to be stored": {schedule.Draft{Description: "a\xff", Instruction: "a\x00", Window: daily}, []string{"description", "instruction"}},
		"both":             {schedule.Draft{Description: "d", Instruction: "i", Cron: "0 9 * * *", Window: daily}, []string{"cron"}},
		"an empty window":  {schedule.Draft{Window: &schedule.DraftWindow{}}, []string{"description", "instruction", "timezone", "start", "end", "max_wakes"}},
		"no zone":          {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Timezone = "Mars/Olympus" })}, []string{"timezone"}},
		"this machine's":   {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Timezone = "Local" })}, []string{"timezone"}},
		"starts at 24:00":  {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Start = "24:00" })}, []string{"start"}},
		"ends past 24:00":  {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.End = "24:01" })}, []string{"end"}},
		"clocks that none": {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Start, w.End = "9:00", "17:60" })}, []string{"start", "end"}},
		"no length":        {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.End = "09:00" })}, []string{"end"}},
		"no wakes":         {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.MaxWakes = -1 })}, []string{"max_wakes"}},
		"as many as fit":   {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.MaxWakes = 96 })}, nil},
		"more than fit":    {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.MaxWakes = 97 })}, []string{"max_wakes"}},
		"a full day":       {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Start, w.End, w.MaxWakes = "00:00", "24:00", 287 })}, nil},
		"over a full day":  {schedule.Draft{Description: "d", Instruction: "i", Window: office(func(w *schedule.DraftWindow) { w.Start, w.End, w.MaxWakes = "00:00", "24:00", 288 })}, []string{"max_wakes"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timing, err := tt.draft.Check(1)
			var got []string
			if refused, ok := errors.AsType[*guild.Error](err); ok {
				for _, p := range refused.Problems {
					got = append(got, p.Path)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s\n%v", diff, err)
			}
			if err == nil && timing.Next(starts[0]).IsZero() {
				t.Errorf("%s never wakes", timing)
			}
		})
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]schedule.Clock{"00:00": 0, "09:05": 545, "23:59": 1439, "24:00": 1440} {
		if got, ok := schedule.ParseClock(text); !ok || got != want || got.String() != text {
			t.Errorf("ParseClock(%q) = %s, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "9:00", "09:0", "24:01", "25:00", "-1:00", "+1:00", "09.00", "09:00 ", "aa:bb", "09:-1", "٠٩:٠٠"} {
		if got, ok := schedule.ParseClock(text); ok {
			t.Errorf("ParseClock(%q) = %s", text, got)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	w := window(t, "Asia/Kathmandu", windows[2], 1)
	if got, want := w.String(), "22:00-06:00 Asia/Kathmandu, at most 4 a day"; got != want {
		t.Errorf("a window is %q; want %q", got, want)
	}
	if got, want := cron(t, "  0  9 *\t* * ").String(), "0 9 * * *"; got != want {
		t.Errorf("an expression is %q; want %q", got, want)
	}
	s := schedule.Schedule{Description: "Morning", Instruction: "Read the **news**."}
	if got, want := s.Message(), "Scheduled wake: Morning\n\nRead the **news**."; got != want {
		t.Errorf("a run is told %q; want %q", got, want)
	}
}
