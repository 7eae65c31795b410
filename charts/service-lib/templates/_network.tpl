{{/* Peers and port of a system outside the product. */}}
{{- define "service-lib.way" -}}
{{- $peer := get .global.peers .to | required (printf "%s reaches %s, which global.peers does not define" .name .to) -}}
- {{ .direction }}:
    {{- toYaml $peer.peers | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ .port | default $peer.port | int }} }]
{{- end -}}

{{- define "service-lib.partPeer" -}}
podSelector: { matchLabels: { app.kubernetes.io/name: {{ . }}, app.kubernetes.io/part-of: coulisse } }
{{- end -}}

{{/* In and out are closed but for what the part declares. */}}
{{- define "service-lib.networkPolicy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "service-lib.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- range $protocol := list "http" "grpc" }}
    {{- $port := get $.part (printf "%sPort" $protocol) }}
    {{- $callers := get $.values.exposes $protocol | default list }}
    {{- $parts := list }}
    {{- range $callers }}
    {{- if hasKey $.topology . }}{{ $parts = append $parts . }}{{ else }}
    {{- include "service-lib.way" (merge (dict "to" . "direction" "from" "port" $port) $) | nindent 4 }}
    {{- end }}
    {{- end }}
    {{- with $parts }}
    - from:
        {{- range . }}
        - {{ include "service-lib.partPeer" . }}
        {{- end }}
      ports: [{ protocol: TCP, port: {{ int $port }} }]
    {{- end }}
    {{- end }}
    {{- with .values.metrics.port }}
    {{- include "service-lib.way" (merge (dict "to" "prometheus" "direction" "from" "port" .) $) | nindent 4 }}
    {{- end }}
  egress:
    - to:
        {{- toYaml .global.dns.peers | nindent 8 }}
      ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
    {{- range $protocol := list "http" "grpc" }}
    {{- range get $.values.calls $protocol }}
    - to:
        - {{ include "service-lib.partPeer" . }}
      ports: [{ protocol: TCP, port: {{ get (get $.topology .) (printf "%sPort" $protocol) | int }} }]
    {{- end }}
    {{- end }}
    {{- range include "service-lib.systems" . | fromJsonArray }}
    {{- include "service-lib.way" (merge (dict "to" . "direction" "to") $) | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* Systems outside the product that the part reaches: those that follow from its intent, then its own. */}}
{{- define "service-lib.systems" -}}
{{/* Every part verifies tokens with the keys of Keycloak. */}}
{{- $systems := list "keycloak" -}}
{{- if .values.database }}{{- $systems = append $systems "postgres" }}{{- end -}}
{{- if include "service-lib.usesKafka" . }}{{- $systems = append $systems "kafka" }}{{- end -}}
{{- if .global.otel.endpoint }}{{- $systems = append $systems "collector" }}{{- end -}}
{{- concat $systems .values.reaches | toJson -}}
{{- end -}}
