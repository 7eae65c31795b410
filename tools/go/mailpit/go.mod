module coulisse/tools/mailpit

go 1.26.5

require github.com/axllent/mailpit v1.30.5
