module coulisse/tools/jaeger

go 1.26.5

require github.com/jaegertracing/jaeger v1.76.0

// The tool's own replacement: its go.mod is not read for it.
replace github.com/Shopify/sarama => github.com/Shopify/sarama v1.33.0
