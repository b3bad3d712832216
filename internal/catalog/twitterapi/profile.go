package twitterapi

import (
	"cmp"

	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

// profile is a user, as the vendor documents it and as X's former API wrote it, which
// some lists still do.
type profile struct {
	ID           string `json:"id"`
	UserName     string `json:"userName"`
	ScreenName   string `json:"screen_name"`
	Name         string `json:"name"`
	Description  string `json:"description"`
	Location     string `json:"location"`
	CreatedAt    string `json:"createdAt"`
	Created      string `json:"created_at"`
	Blue         *bool  `json:"isBlueVerified"`
	Verified     *bool  `json:"verified"`
	VerifiedType string `json:"verifiedType"`
	Protected    *bool  `json:"protected"`
	Followers    count  `json:"followers"`
	FollowersN   count  `json:"followers_count"`
	Following    count  `json:"following"`
	FollowingN   count  `json:"following_count"`
	Statuses     count  `json:"statusesCount"`
	StatusesN    count  `json:"statuses_count"`
	Favourites   count  `json:"favouritesCount"`
	Media        count  `json:"mediaCount"`
	Unavailable  *bool  `json:"unavailable"`
	Reason       string `json:"unavailableReason"`
}

func (p profile) username() string { return cmp.Or(p.UserName, p.ScreenName) }
func (p profile) created() string  { return tsv.When(cmp.Or(p.CreatedAt, p.Created)) }

func (p profile) verified() *bool {
	if p.Blue != nil {
		return p.Blue
	}
	return p.Verified
}

func (p profile) table() string {
	return tsv.Fields(
		tsv.Field{Name: "id", Value: p.ID},
		tsv.Field{Name: "username", Value: p.username()},
		tsv.Field{Name: "name", Value: p.Name},
		tsv.Field{Name: "unavailable", Value: p.Unavailable},
		tsv.Field{Name: "unavailable_reason", Value: p.Reason},
		tsv.Field{Name: "created_at", Value: p.created()},
		tsv.Field{Name: "description", Value: xref.Text(p.Description), Max: xref.MaxText},
		tsv.Field{Name: "location", Value: p.Location},
		tsv.Field{Name: "verified", Value: p.verified()},
		tsv.Field{Name: "verified_type", Value: p.VerifiedType},
		tsv.Field{Name: "protected", Value: p.Protected},
		tsv.Field{Name: "followers", Value: number(p.Followers, p.FollowersN)},
		tsv.Field{Name: "following", Value: number(p.Following, p.FollowingN)},
		tsv.Field{Name: "posts", Value: number(p.Statuses, p.StatusesN)},
		tsv.Field{Name: "likes_given", Value: number(p.Favourites)},
		tsv.Field{Name: "media", Value: number(p.Media)},
	)
}

// maxBio is how much of a description a row shows, in characters.
const maxBio = 160

var profileColumns = []tsv.Column[profile]{
	{Head: "id", Cell: func(p profile) any { return p.ID }},
	{Head: "username", Cell: func(p profile) any { return p.username() }},
	{Head: "name", Cell: func(p profile) any { return p.Name }},
	{Head: "followers", Cell: func(p profile) any { return number(p.Followers, p.FollowersN) }},
	{Head: "following", Cell: func(p profile) any { return number(p.Following, p.FollowingN) }},
	{Head: "posts", Cell: func(p profile) any { return number(p.Statuses, p.StatusesN) }},
	{Head: "verified", Cell: func(p profile) any { return p.verified() }},
	{Head: "created_at", Cell: func(p profile) any { return p.created() }},
	{Head: "description", Cell: func(p profile) any { return xref.Text(p.Description) }, Max: maxBio},
}
