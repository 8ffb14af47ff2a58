package level

// All are the levels, the strongest first.
var All = []Level{
	{Key: "full"},
	{Key: "champion", Nodes: 150_000},
	{Key: "grandmaster", Nodes: 60_000},
	{Key: "master", Nodes: 20_000},
	{Key: "expert", Nodes: 6_500},
	{Key: "strong", Nodes: 2_800},
	{Key: "advanced", Nodes: 1_200},
	{Key: "good", Nodes: 450},
	{Key: "medium", Nodes: 120},
	{Key: "fair", slack: 60},
	{Key: "casual", slack: 60, slips: 13, choice: 12},
	{Key: "easy", slack: 60, slips: 31, choice: 12},
	{Key: "learner", slack: 60, slips: 51, choice: 12},
	{Key: "novice", slack: 60, slips: 76, choice: 12},
	{Key: "beginner", slack: 60, slips: 97, choice: 12},
	{Key: "child", slack: 60, slips: 98, blind: 10, choice: 18},
}
