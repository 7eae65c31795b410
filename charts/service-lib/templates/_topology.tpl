{{/* Written by `npm run charts` from packages/contracts/src/topology.json. */}}
{{- define "service-lib.topology" -}}
{
  "identity": {
    "kind": "service",
    "isBackground": false,
    "httpPort": 4101,
    "grpcPort": 5101
  },
  "crm": {
    "kind": "service",
    "isBackground": false,
    "httpPort": 4102,
    "grpcPort": 5102
  },
  "ticketing": {
    "kind": "service",
    "isBackground": false,
    "httpPort": 4103,
    "grpcPort": 5103
  },
  "payments": {
    "kind": "service",
    "isBackground": false,
    "httpPort": 4104,
    "grpcPort": 5104
  },
  "documents": {
    "kind": "service",
    "isBackground": true,
    "httpPort": 4105,
    "grpcPort": 5105
  },
  "notifications": {
    "kind": "service",
    "isBackground": true,
    "httpPort": 4106,
    "grpcPort": 5106
  },
  "insights": {
    "kind": "service",
    "isBackground": true,
    "httpPort": 4107,
    "grpcPort": 5107
  },
  "sales": {
    "kind": "service",
    "isBackground": false,
    "httpPort": 4108,
    "grpcPort": 5108
  },
  "gateway": {
    "kind": "gateway",
    "isBackground": false,
    "httpPort": 8080
  }
}
{{- end -}}
