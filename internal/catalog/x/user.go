package x

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

const userSchema = `{"type":"object","properties":{` + userProperty + `},"required":["user"],"additionalProperties":false}`

type userArgs struct {
	User string `json:"user"`
}

// profile is a user. X leaves out what is empty.
type profile struct {
	ID           string `json:"id"`
	Username     string `json:"username"`
	Name         string `json:"name"`
	Created      string `json:"created_at"`
	Description  string `json:"description"`
	Location     string `json:"location"`
	Verified     *bool  `json:"verified"`
	VerifiedType string `json:"verified_type"` // blue is a mark that is paid for
	Protected    *bool  `json:"protected"`
	Metrics      struct {
		Followers json.Number `json:"followers_count"`
		Following json.Number `json:"following_count"`
		Tweets    json.Number `json:"tweet_count"`
		Posts     json.Number `json:"post_count"`
		Listed    json.Number `json:"listed_count"`
	} `json:"public_metrics"`
}

func user(ctx context.Context, a connector.Account, args userArgs) (string, error) {
	who, err := xref.ParseUser(args.User)
	if err != nil {
		return "", err
	}
	u, err := lookUp(ctx, a, pathOf(who), url.Values{"user.fields": {"created_at,description,location,protected,public_metrics,verified,verified_type"}})
	if err != nil {
		return "", err
	}
	return tsv.Fields(
		tsv.Field{Name: "id", Value: u.ID},
		tsv.Field{Name: "username", Value: u.Username},
		tsv.Field{Name: "name", Value: u.Name},
		tsv.Field{Name: "created_at", Value: tsv.When(u.Created)},
		tsv.Field{Name: "description", Value: xref.Text(u.Description), Max: xref.MaxText},
		tsv.Field{Name: "location", Value: u.Location},
		tsv.Field{Name: "verified", Value: u.Verified},
		tsv.Field{Name: "verified_type", Value: u.VerifiedType},
		tsv.Field{Name: "protected", Value: u.Protected},
		tsv.Field{Name: "followers", Value: u.Metrics.Followers},
		tsv.Field{Name: "following", Value: u.Metrics.Following},
		tsv.Field{Name: "posts", Value: either(u.Metrics.Tweets, u.Metrics.Posts)},
		tsv.Field{Name: "listed", Value: u.Metrics.Listed},
	), nil
}

func pathOf(who xref.User) rest.Path {
	if who.ID != "" {
		return rest.At("/users/{user_id}", who.ID)
	}
	return rest.At("/users/by/username/{username}", who.Name)
}

// lookUp returns one user.
func lookUp(ctx context.Context, a connector.Account, path rest.Path, fields url.Values) (profile, error) {
	var answer struct {
		Data   *profile  `json:"data"`
		Errors []problem `json:"errors"`
	}
	if err := vendor.Get(ctx, a, path, fields, &answer); err != nil {
		return profile{}, err
	}
	if answer.Data == nil {
		return profile{}, missing(answer.Errors)
	}
	return *answer.Data, nil
}

// either returns the number that is there, of the former and the current name.
func either(former, current json.Number) json.Number {
	if former != "" {
		return former
	}
	return current
}
