package level

// All are the levels, the strongest first.
var All = []Level{
	{Key: "full", Name: "full strength", About: "thinks for all its time"},
	{Key: "master", Name: "master", About: "looks at 20,000 positions a move", nodes: 20_000},
	{Key: "expert", Name: "expert", About: "looks at 6,500 positions a move", nodes: 6_500},
	{Key: "strong", Name: "strong", About: "looks at 2,800 positions a move", nodes: 2_800},
	{Key: "advanced", Name: "advanced", About: "looks at 1,200 positions a move", nodes: 1_200},
	{Key: "good", Name: "good", About: "looks at 450 positions a move", nodes: 450},
	{Key: "medium", Name: "medium", About: "looks at 120 positions a move", nodes: 120},
	{Key: "fair", Name: "fair", About: "does not look ahead", slack: 60},
	{
		Key: "casual", Name: "casual", About: "plays one move in eight without care, but stops every four",
		slack: 60, slips: 13, choice: 12,
	},
	{
		Key: "easy", Name: "easy", About: "plays three moves in ten without care, but stops every four",
		slack: 60, slips: 31, choice: 12,
	},
	{
		Key: "learner", Name: "learner", About: "plays every second move without care, but stops every four",
		slack: 60, slips: 51, choice: 12,
	},
	{
		Key: "novice", Name: "novice", About: "plays three moves in four without care, but stops every four",
		slack: 60, slips: 76, choice: 12,
	},
	{
		Key: "beginner", Name: "beginner", About: "plays nearly all moves without care, but stops every four",
		slack: 60, slips: 97, choice: 12,
	},
	{
		Key: "child", Name: "child", About: "sees little but fours, and misses one of them in nine",
		slack: 60, slips: 98, blind: 12, choice: 18,
	},
}
