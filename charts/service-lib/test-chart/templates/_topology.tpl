{{/* In place of the product's: the templates of a chart go before those of the library. */}}
{{- define "service-lib.topology" -}}
{
  "sample": { "kind": "service", "isBackground": false, "httpPort": 4000, "grpcPort": 5000 },
  "peer": { "kind": "service", "isBackground": false, "httpPort": 4001, "grpcPort": 5001 }
}
{{- end -}}
