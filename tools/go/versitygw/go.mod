module coulisse/tools/versitygw

go 1.26.5

require github.com/versity/versitygw v1.8.0
