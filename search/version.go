package search

// Version is the version of this judgement, and of all brains that speak for it.
const Version = "0.1.0"
