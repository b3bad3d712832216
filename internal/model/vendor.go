package model

// vendor is what sets one provider apart from the other.
type vendor struct {
	name, title string
	base        string            // of its own API
	attribution map[string]string // headers, sent to its own API only

	// takesReasoning says that an assistant's message may have reasoning_details.
	takesReasoning bool

	// keys fills in what the request's body calls differently or knows alone.
	keys func(*payload, Request)

	// checkKey sees whether a key is good.
	checkKey keyCheck

	// prices are for how many tokens where the list of models gives them.
	pricesPer int64
}

// vendors are in the order of the specification. Sources: OpenRouter's OpenAPI
// document and its page on app attribution; DeepInfra's page "OpenAI-compatible
// API".
var vendors = []vendor{
	{
		name: "openrouter", title: "OpenRouter",
		base: "https://openrouter.ai/api/v1",
		attribution: map[string]string{
			"HTTP-Referer":       "https://github.com/guildsbox/guilds",
			"X-OpenRouter-Title": "Guilds",
		},
		takesReasoning: true,
		keys: func(body *payload, r Request) {
			body.MaxCompletion, body.User, body.SessionID = r.MaxTokens, r.User, r.SessionID
		},
		checkKey:  Provider.askForKey,
		pricesPer: 1,
	},
	{
		// It may refuse keys of the body that are not OpenAI's own.
		name: "deepinfra", title: "DeepInfra",
		base:      "https://api.deepinfra.com/v1/openai",
		keys:      func(body *payload, r Request) { body.MaxTokens = r.MaxTokens },
		checkKey:  Provider.tryKey,
		pricesPer: 1_000_000,
	},
}
