module tahoun

go 1.26
