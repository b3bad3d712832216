package drive

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
)

// search is a search of Drive of which only what lies in the folder is kept.
type search struct {
	where string // in Drive's language; empty for all files
	order string // Drive's sort keys; empty for its own order
}

// findings are a page of what was found.
type findings struct {
	files      []file
	next       string // the cursor of the page after it; empty for none
	incomplete bool   // whether Drive said that it did not search everywhere
}

func (f findings) more() string {
	var said []string
	if f.incomplete {
		said = append(said, "Google did not search everywhere")
	}
	if f.next != "" {
		said = append(said, "pass pageToken "+f.next+" for what may follow")
	}
	return strings.Join(said, "; ")
}

const (
	searchPage  = 100 // files on a page of Drive's; the same for every page of one search
	searchPages = 10  // pages of Drive's that are read for one of ours
)

// run reads pages of Drive's until there are so many files of the folder, and says
// where to go on. Where most of what is found lies elsewhere a page may be short.
func (s search) run(ctx context.Context, r *reach, limit int, cursor string) (findings, error) {
	at, err := parseCursor(cursor)
	if err != nil {
		return findings{}, err
	}
	query, err := s.query(ctx, r)
	if err != nil {
		return findings{}, err
	}
	var found findings
	for range searchPages {
		page, err := list(ctx, r, query, at.token)
		if err != nil {
			return findings{}, err
		}
		found.incomplete = found.incomplete || page.Incomplete
		for ; at.skip < len(page.Files); at.skip++ {
			if len(found.files) == limit || r.spent() {
				found.next = at.String()
				return found, nil
			}
			shows, err := r.shows(ctx, page.Files[at.skip])
			if err != nil {
				return findings{}, err
			}
			if shows {
				found.files = append(found.files, page.Files[at.skip])
			}
		}
		if page.Next == "" {
			return found, nil
		}
		at = position{token: page.Next}
	}
	found.next = at.String()
	return found, nil
}

// shows reports whether a list shows a file: one below the folder, and a shortcut only
// where what it leads to is in reach.
func (r *reach) shows(ctx context.Context, f file) (bool, error) {
	if f.ID == r.account.FolderID {
		return false, nil
	}
	shows, err := r.holds(ctx, f)
	if err != nil || !shows || f.MIMEType != shortcutType {
		return shows, err
	}
	to, err := r.within(ctx, f.Shortcut.Target)
	if guild.CodeOf(err) == guild.CodeNotFound {
		return false, nil
	}
	return err == nil && to.MIMEType != shortcutType, err
}

// query are the parameters of a search. It is kept to the folder as far as Drive can
// keep it: to its shared drive, and to the folders below it where they are few.
func (s search) query(ctx context.Context, r *reach) (url.Values, error) {
	folder, err := r.folder(ctx, "")
	if err != nil {
		return nil, err
	}
	where := []string{"trashed = false"}
	if s.where != "" {
		where = append(where, "("+s.where+")")
	}
	q := url.Values{
		"fields":   {"nextPageToken,incompleteSearch,files(" + fileFields + ")"},
		"pageSize": {strconv.Itoa(searchPage)}, "supportsAllDrives": {"true"}, "includeItemsFromAllDrives": {"true"},
	}
	if s.order != "" {
		q.Set("orderBy", s.order)
	}
	if folder.DriveID != "" {
		q.Set("corpora", "drive")
		q.Set("driveId", folder.DriveID)
	}
	if folder.ID != folder.DriveID {
		tree, err := r.tree(ctx)
		if err != nil {
			return nil, err
		}
		if tree != nil {
			where = append(where, "("+inAny(tree)+")")
		}
	}
	q.Set("q", strings.Join(where, " and "))
	return q, nil
}

// page is a page of Drive's.
type page struct {
	Next       string `json:"nextPageToken"`
	Incomplete bool   `json:"incompleteSearch"`
	Files      []file `json:"files"`
}

// list reads a page. A folder may be shared out of a shared drive that the account
// does not see as a whole; it is searched among all that is shared with the account.
func list(ctx context.Context, r *reach, query url.Values, token string) (found page, err error) {
	if token != "" {
		query.Set("pageToken", token)
	}
	err = google.API.Get(ctx, r.account, rest.At("/files"), query, &found)
	if guild.CodeOf(err) == guild.CodeNotFound && query.Has("driveId") {
		query.Del("corpora")
		query.Del("driveId")
		err = google.API.Get(ctx, r.account, rest.At("/files"), query, &found)
	}
	return found, err
}

// position is a place in the pages of Drive's.
type position struct {
	token string // of the page; empty for the first
	skip  int    // the files of the page that were seen
}

func (p position) String() string { return strconv.Itoa(p.skip) + "." + p.token }

func parseCursor(cursor string) (position, error) {
	if cursor == "" {
		return position{}, nil
	}
	skip, token, found := strings.Cut(cursor, ".")
	n, err := strconv.Atoi(skip)
	if !found || err != nil || n < 0 {
		return position{}, guild.Errorf(guild.CodeInvalid, "%q is no pageToken of this tool; pass the one that the page before ends with", cursor)
	}
	return position{token, n}, nil
}
