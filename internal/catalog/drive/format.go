package drive

import (
	"maps"
	"mime"
	"path"
	"slices"
	"strings"
)

// format is how files of one of Google's own types are exported.
type format struct {
	text  string            // the type in which they are read; empty where none is text
	file  string            // the type in which they are downloaded where nothing is said
	types map[string]string // every type, by the extension of its files
}

const googleTypes = "application/vnd.google-apps."

// Types of files.
const (
	plainText  = "text/plain"
	csv        = "text/csv"
	pdf        = "application/pdf"
	office     = "application/vnd.openxmlformats-officedocument."
	openOffice = "application/vnd.oasis.opendocument."
	docx       = office + "wordprocessingml.document"
	xlsx       = office + "spreadsheetml.sheet"
	pptx       = office + "presentationml.presentation"
)

// formats are those of
// https://developers.google.com/workspace/drive/api/guides/ref-export-formats.
var formats = map[string]format{
	googleTypes + "document": {text: plainText, file: docx, types: map[string]string{
		".docx": docx, ".odt": openOffice + "text", ".rtf": "application/rtf", ".pdf": pdf, ".txt": plainText,
		".md": "text/markdown", ".epub": "application/epub+zip", ".zip": "application/zip",
	}},
	googleTypes + "spreadsheet": {text: csv, file: xlsx, types: map[string]string{
		".xlsx": xlsx, ".ods": "application/x-vnd.oasis.opendocument.spreadsheet", ".pdf": pdf, ".csv": csv,
		".tsv": "text/tab-separated-values", ".zip": "application/zip",
	}},
	googleTypes + "presentation": {text: plainText, file: pptx, types: map[string]string{
		".pptx": pptx, ".odp": openOffice + "presentation", ".pdf": pdf, ".txt": plainText,
		".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
	}},
	googleTypes + "drawing": {file: "image/png", types: map[string]string{
		".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml", ".pdf": pdf,
	}},
	googleTypes + "script": {text: script, file: script, types: map[string]string{".json": script}},
}

const script = "application/vnd.google-apps.script+json"

// chosen returns the type in which a file is exported to a path: the one that is asked
// for, or else that of the path's extension.
func (f format) chosen(asked, to string) (kind string, known bool) {
	if asked != "" {
		return asked, slices.Contains(slices.Collect(maps.Values(f.types)), asked)
	}
	if byName := f.types[strings.ToLower(path.Ext(to))]; byName != "" {
		return byName, true
	}
	return f.file, true
}

// names are the types of a format, for an error.
func (f format) names() string {
	return strings.Join(slices.Compact(slices.Sorted(maps.Values(f.types))), ", ")
}

// uploaded are the types of files in the workspace by their extensions. The machine's
// own table would have another on each machine.
var uploaded = map[string]string{
	".txt": plainText, ".log": plainText, ".md": "text/markdown", ".csv": csv, ".tsv": "text/tab-separated-values",
	".html": "text/html", ".json": "application/json", ".xml": "application/xml", ".yaml": "application/yaml", ".yml": "application/yaml",
	".pdf": pdf, ".docx": docx, ".xlsx": xlsx, ".pptx": pptx, ".odt": openOffice + "text", ".ods": openOffice + "spreadsheet",
	".odp": openOffice + "presentation", ".rtf": "application/rtf", ".zip": "application/zip",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".svg": "image/svg+xml",
	".mp3": "audio/mpeg", ".wav": "audio/wav", ".mp4": "video/mp4", ".py": "text/x-python", ".js": "text/javascript", ".css": "text/css",
}

// typeOf returns the type of a file by its name.
func typeOf(name string) string {
	if kind := uploaded[strings.ToLower(path.Ext(name))]; kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// mediaType returns a type without its parameters, or nothing where it is none.
func mediaType(kind string) string {
	bare, _, err := mime.ParseMediaType(kind)
	if err != nil || strings.Count(bare, "/") != 1 {
		return ""
	}
	return bare
}

// converted are Google's own types into which what is created is turned, as Google's
// MCP server does.
var converted = map[string]string{plainText: googleTypes + "document", csv: googleTypes + "spreadsheet"}
