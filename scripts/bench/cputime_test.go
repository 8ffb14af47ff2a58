package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

const msec = time.Millisecond

// at returns a look at one thread.
func at(now time.Duration, t threadSample) sample {
	return sample{at: now, threads: map[int]threadSample{1: t}}
}

func TestKept(t *testing.T) {
	runs := threadSample{ran: 90 * msec, waited: 5 * msec, slices: 3, ready: true}
	for _, c := range []struct {
		name  string
		stops []stop
		looks []sample
		limit time.Duration
		took  time.Duration
		ran   time.Duration // in all
		want  time.Duration
	}{
		{"it sleeps", nil, []sample{at(900*msec, threadSample{ran: 90 * msec}), at(1098*msec, threadSample{ran: 90 * msec})}, time.Second, 1100 * msec, 90 * msec, 0},
		{"it runs", nil, []sample{at(900*msec, runs), at(1100*msec, threadSample{ran: 290 * msec, waited: 5 * msec, slices: 3, ready: true})},
			time.Second, 1100 * msec, 290 * msec, 0},
		{"it was stopped early", stopOf(30*msec, 800*msec), []sample{at(900*msec, runs)}, time.Second, 950 * msec, 140 * msec, 0},
		{"it was stopped until later", stopOf(30*msec, 5000*msec), []sample{at(900*msec, runs), at(5000*msec, threadSample{ran: 90 * msec, waited: 5 * msec})},
			time.Second, 5010 * msec, 100 * msec, 4100 * msec},
		{"it is stopped", stopOf(950*msec, 0), []sample{at(900*msec, runs)}, time.Second, 1200 * msec, 140 * msec, 250 * msec},
		{"it has waited", nil, []sample{at(900*msec, runs), at(1000*msec, threadSample{ran: 110 * msec, waited: 85 * msec, slices: 9})},
			time.Second, 1000 * msec, 110 * msec, 80 * msec},
		{"it waits", nil, []sample{at(900*msec, runs), at(980*msec, runs)}, time.Second, 980 * msec, 90 * msec, 80 * msec},
		{"it waits behind the last look", nil, []sample{at(900*msec, runs)}, time.Second, 930 * msec, 100 * msec, 20 * msec},
		{"it had ended at the last look", nil, []sample{at(900*msec, runs), at(930*msec, runs), {at: 990 * msec}}, time.Second, 930 * msec, 90 * msec, 30 * msec},
		{"it sleeps behind the last look", nil, []sample{at(900*msec, threadSample{ran: 90 * msec})}, time.Second, 930 * msec, 90 * msec, 0},
		{"one waits while another runs", nil, []sample{
			{at: 900 * msec, threads: map[int]threadSample{1: {}, 2: {}}},
			{at: 1000 * msec, threads: map[int]threadSample{1: {waited: 100 * msec}, 2: {ran: 100 * msec}}},
		}, time.Second, 1000 * msec, 100 * msec, 0},
		{"one waits after another", nil, []sample{
			{at: 900 * msec, threads: map[int]threadSample{1: {}, 2: {}}},
			{at: 1000 * msec, threads: map[int]threadSample{1: {ran: 5 * msec, waited: 40 * msec}, 2: {ran: 5 * msec, waited: 50 * msec}}},
		}, time.Second, 1000 * msec, 10 * msec, 90 * msec},
		{"it waited before it was seen", nil, []sample{at(3*msec, threadSample{ran: 1 * msec, waited: 2 * msec}), at(40*msec, threadSample{ran: 10 * msec, waited: 30 * msec})},
			0, 40 * msec, 10 * msec, 30 * msec},
		{"a thread is new", nil, []sample{at(900*msec, threadSample{ran: 90 * msec}), {at: 1000 * msec, threads: map[int]threadSample{2: {waited: 70 * msec}}}},
			time.Second, 1000 * msec, 90 * msec, 70 * msec},
		{"the host took it", nil, []sample{
			{at: 900 * msec, steal: 50 * msec, threads: map[int]threadSample{1: {ran: 10 * msec, ready: true}}},
			{at: 1000 * msec, steal: 80 * msec, threads: map[int]threadSample{1: {ran: 80 * msec, ready: true}}},
		}, time.Second, 1000 * msec, 80 * msec, 30 * msec},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newCPUAccount(c.limit)
			a.stops = c.stops
			for _, l := range c.looks {
				a.add(l)
			}
			assert.Equal(t, c.want, a.denied(c.took, c.ran))
			assert.Equal(t, c.took-max(c.limit, instantLimit)-c.want, a.excess(c.limit, c.took, c.ran))
		})
	}
}

// A process that is stopped until its limit is over has the time of an instant move from then on, and no more.
func TestExcessAfterAStop(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		5000 * msec: -100 * msec,
		5100 * msec: 0,
		5200 * msec: 100 * msec,
	} {
		a := newCPUAccount(time.Second)
		a.stops = stopOf(30*msec, 5000*msec)
		assert.Equal(t, want, a.excess(time.Second, took, 0))
	}
}

// A program never learns of a stop before it began.
func TestExcessAfterAStopAtTheStart(t *testing.T) {
	a := newCPUAccount(8 * time.Second)
	a.stops = []stop{{interval{2 * msec, 5002 * msec}, true}, {interval{6000 * msec, 6500 * msec}, false}}
	assert.Equal(t, 100*msec, a.excess(8*time.Second, 13100*msec, 5200*msec))
}

func stopOf(from, to time.Duration) []stop { return []stop{{interval: interval{from, to}}} }
