{{/* Environment without secrets: the data of the part's ConfigMap. */}}
{{- define "service-lib.config" -}}
{{- $config := dict
  "NODE_ENV" "production"
  "NODE_OPTIONS" .values.nodeOptions
  "MALLOC_ARENA_MAX" "2"
  "MALLOC_MMAP_THRESHOLD_" "32768"
  "HOST" "0.0.0.0"
  "HTTP_PORT" (.part.httpPort | int | toString)
  "DRAIN_MS" (.values.stop.drainMs | int | toString)
  "STOP_TIMEOUT_MS" (.values.stop.timeoutMs | int | toString)
  "LOG_LEVEL" .global.logLevel
  "PUBLIC_URL" .global.publicUrl
  "KEYCLOAK_URL" .global.keycloak.url
-}}
{{- with .global.keycloak.internalUrl }}{{- $_ := set $config "KEYCLOAK_INTERNAL_URL" . }}{{- end }}
{{- with .part.grpcPort }}{{- $_ := set $config "GRPC_PORT" (. | int | toString) }}{{- end }}
{{- range .values.calls.http }}
{{- $peer := get $.topology . | required (printf "%s calls %s, which is not in the topology" $.name .) }}
{{- $_ := set $config (printf "%s_URL" (include "service-lib.variable" .)) (printf "http://%s:%d" . ($peer.httpPort | int)) }}
{{- end }}
{{- range .values.calls.grpc }}
{{- $peer := get $.topology . | required (printf "%s calls %s, which is not in the topology" $.name .) }}
{{- $_ := set $config (printf "%s_GRPC" (include "service-lib.variable" .)) (printf "%s:%d" . ($peer.grpcPort | int)) }}
{{- end }}
{{- if include "service-lib.usesKafka" . }}
{{- $_ := set $config "KAFKA_BROKERS" .global.kafka.brokers }}
{{- $_ := set $config "KAFKAJS_NO_PARTITIONER_WARNING" "1" }}
{{- if .global.kafka.caSecret }}
{{- $_ := set $config "KAFKA_TLS" "true" }}
{{- $_ := set $config "KAFKA_TLS_CA_FILE" "/etc/coulisse/kafka/ca.crt" }}
{{- end }}
{{- if .global.kafka.userPrefix }}
{{- $_ := set $config "KAFKA_USERNAME" (printf "%s%s" .global.kafka.userPrefix .name) }}
{{- $_ := set $config "KAFKA_PASSWORD_FILE" "/etc/coulisse/kafka-user/password" }}
{{- end }}
{{- end }}
{{- if .global.otel.endpoint }}
{{- $_ := set $config "OTEL_EXPORTER_OTLP_ENDPOINT" .global.otel.endpoint }}
{{- $_ := set $config "OTEL_EXPORTER_OTLP_PROTOCOL" "http/protobuf" }}
{{- $_ := set $config "OTEL_SERVICE_NAME" .name }}
{{- else }}
{{- $_ := set $config "OTEL_SDK_DISABLED" "true" }}
{{- end }}
{{- $_ := set $config "SERVICE_PEERS_FILE" "/etc/coulisse/peers/SERVICE_PEERS" }}
{{- range include "service-lib.secretKeys" . | fromJsonArray }}
{{- $_ := set $config (printf "%s_FILE" .) (printf "/etc/coulisse/secrets/%s" .) }}
{{- end }}
{{- range $key, $value := merge (deepCopy .values.config) .global.config }}
{{- $_ := set $config $key (tpl ($value | toString) $.root) }}
{{- end }}
{{- toJson $config -}}
{{- end -}}

{{- define "service-lib.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
data:
  {{- range $key, $value := include "service-lib.config" . | fromJson }}
  {{ $key }}: {{ $value | quote }}
  {{- end }}
{{- end -}}

{{/* Secrets are files, not variables: those are inherited by child processes and end up in dumps. */}}
{{- define "service-lib.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
- name: secrets
  secret: { secretName: {{ include "service-lib.secretName" . }}, defaultMode: 0440 }
- name: peers
  secret: { secretName: {{ .global.secrets.peers }}, defaultMode: 0440 }
{{- if include "service-lib.usesKafka" . }}
{{- with .global.kafka.caSecret }}
- name: kafka-ca
  secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }], defaultMode: 0440 }
{{- end }}
{{- with .global.kafka.userPrefix }}
- name: kafka-user
  secret: { secretName: {{ . }}{{ $.name }}, items: [{ key: password, path: password }], defaultMode: 0440 }
{{- end }}
{{- end }}
{{- if and .values.database .global.postgres.caSecret }}
- name: postgres-ca
  secret: { secretName: {{ .global.postgres.caSecret }}, items: [{ key: ca.crt, path: ca.crt }], defaultMode: 0440 }
{{- end }}
{{- end -}}

{{- define "service-lib.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /etc/coulisse/secrets, readOnly: true }
- { name: peers, mountPath: /etc/coulisse/peers, readOnly: true }
{{- if include "service-lib.usesKafka" . }}
{{- if .global.kafka.caSecret }}
- { name: kafka-ca, mountPath: /etc/coulisse/kafka, readOnly: true }
{{- end }}
{{- if .global.kafka.userPrefix }}
- { name: kafka-user, mountPath: /etc/coulisse/kafka-user, readOnly: true }
{{- end }}
{{- end }}
{{- if and .values.database .global.postgres.caSecret }}
- { name: postgres-ca, mountPath: /etc/coulisse/postgres, readOnly: true }
{{- end }}
{{- end -}}
