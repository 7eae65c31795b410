module coulisse/tools/helm

go 1.26.5

require helm.sh/helm/v4 v4.2.4
