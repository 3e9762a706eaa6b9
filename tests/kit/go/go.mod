module kit

go 1.22
