module coulisse/tools/k6

go 1.26.5

require go.k6.io/k6/v2 v2.2.0
