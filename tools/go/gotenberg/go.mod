module coulisse/tools/gotenberg

go 1.26.5

require github.com/gotenberg/gotenberg/v8 v8.36.0
