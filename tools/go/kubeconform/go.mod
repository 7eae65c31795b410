module coulisse/tools/kubeconform

go 1.26.5

require github.com/yannh/kubeconform v0.8.0
