package mcpclient

import "sync"

// reports leads progress notifications to the callers that wait for them. The
// token is the id of the call's request.
type reports struct {
	mu      sync.Mutex
	waiting map[int64]*report
}

// report is one caller's. Its own lock keeps a slow caller from holding up the
// others, and lets add's undo wait until a delivery is over.
type report struct {
	mu   sync.Mutex
	tell func(Progress) // nil once the caller has left
}

// add begins to deliver to tell, until the returned function was called.
func (r *reports) add(token int64, tell func(Progress)) func() {
	one := &report{tell: tell}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting == nil {
		r.waiting = map[int64]*report{}
	}
	r.waiting[token] = one
	return func() {
		r.mu.Lock()
		delete(r.waiting, token)
		r.mu.Unlock()
		one.mu.Lock()
		one.tell = nil
		one.mu.Unlock()
	}
}

// deliver takes the parameters of a notifications/progress. One without a known
// token is nobody's.
func (r *reports) deliver(params map[string]any) {
	token, ok := params["progressToken"].(float64)
	if !ok {
		return
	}
	r.mu.Lock()
	one := r.waiting[int64(token)]
	r.mu.Unlock()
	if one == nil {
		return
	}
	var p Progress
	p.Progress, _ = params["progress"].(float64)
	p.Total, _ = params["total"].(float64)
	p.Message, _ = params["message"].(string)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.tell != nil {
		one.tell(p)
	}
}
