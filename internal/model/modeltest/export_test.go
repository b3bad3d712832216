package modeltest

// Fits is fits.
var Fits = fits
