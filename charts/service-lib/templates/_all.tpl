{{/* Everything of a part. The template of its chart is `{{ include "service-lib.all" . }}`. */}}
{{- define "service-lib.all" -}}
{{- $c := merge (dict "root" $) (include "service-lib.context" . | fromJson) -}}
{{- $migration := merge (dict "root" $) (include "service-lib.migrationContext" $c | fromJson) -}}
{{- $has := .Capabilities.APIVersions -}}
{{- $documents := list
  (include "service-lib.serviceAccount" $c)
  (include "service-lib.configMap" $c)
  (include "service-lib.service" $c)
  (include "service-lib.deployment" $c)
  (include "service-lib.pdb" $c)
  (include "service-lib.networkPolicy" $c)
-}}
{{- if $c.values.autoscaling.enabled }}{{- $documents = append $documents (include "service-lib.hpa" $c) }}{{- end }}
{{- if $c.values.ingress.enabled }}{{- $documents = append $documents (include "service-lib.ingress" $c) }}{{- end }}
{{- if $c.values.database }}
{{- $documents = concat $documents (list
  (include "service-lib.migrationServiceAccount" $migration)
  (include "service-lib.migrationNetworkPolicy" $migration)
  (include "service-lib.migrationJob" $migration)) }}
{{- end }}
{{- if $c.global.secrets.store }}
{{- $keys := include "service-lib.secretKeys" $c | fromJsonArray }}
{{- $documents = append $documents (include "service-lib.externalSecret" (merge (dict "keys" $keys) $c)) }}
{{- if $c.values.database }}
{{- $documents = append $documents (include "service-lib.externalSecret" (merge (dict "keys" (list "DATABASE_OWNER_URL") "hook" true) $migration)) }}
{{- end }}
{{- end }}
{{- if $has.Has "monitoring.coreos.com/v1" }}
{{- $documents = append $documents (include "service-lib.prometheusRule" $c) }}
{{- if $c.values.metrics.port }}{{- $documents = append $documents (include "service-lib.serviceMonitor" $c) }}{{- end }}
{{- end }}
{{- range $c.values.extraObjects }}
{{- $documents = append $documents (tpl (toYaml .) $) }}
{{- end }}
{{- range $documents }}
---
{{ . }}
{{- end }}
{{- end -}}
