{{/*
What the other templates read, from the chart that includes them:
  name      of the part: the chart's name
  part      its row in the topology: kind, ports, isBackground
  topology  all parts by name
  values    the library's defaults, overridden by the chart's values
  global    of the installation
*/}}
{{- define "service-lib.context" -}}
{{- $defaults := index .Values "service-lib" -}}
{{- $values := mergeOverwrite (deepCopy (omit $defaults "global")) (deepCopy (omit .Values "service-lib" "global")) -}}
{{- $topology := include "service-lib.topology" . | fromJson -}}
{{- $part := get $topology .Chart.Name | required (printf "%s is not in the topology" .Chart.Name) -}}
{{- $context := dict "name" .Chart.Name "part" $part "topology" $topology "values" $values "global" $defaults.global -}}
{{- toJson $context -}}
{{- end -}}

{{- define "service-lib.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "service-lib.labels" -}}
{{ include "service-lib.selector" . }}
app.kubernetes.io/part-of: coulisse
app.kubernetes.io/component: {{ .component | default .part.kind }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | default .root.Chart.Version | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "service-lib.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "service-lib.labels" . | nindent 2 }}
{{- end -}}

{{/* The image by digest: a tag may change after it was tested. */}}
{{- define "service-lib.image" -}}
{{- $repository := .values.image.repository | default (printf "coulisse/%s" .name) -}}
{{- $image := printf "%s%s" .global.image.registry $repository -}}
{{- if .values.image.digest -}}
{{- if not (regexMatch "^sha256:[0-9a-f]{64}$" .values.image.digest) -}}
{{- fail (printf "%s: image.digest is not sha256:<64 hexadecimal digits>" .name) -}}
{{- end -}}
{{- printf "%s@%s" $image .values.image.digest -}}
{{- else if .global.image.allowTags -}}
{{- printf "%s:%s" $image (.values.image.tag | default .root.Chart.AppVersion) -}}
{{- else -}}
{{- fail (printf "%s: image.digest is missing (for development: global.image.allowTags)" .name) -}}
{{- end -}}
{{- end -}}

{{- define "service-lib.pullSecrets" -}}
{{- with .global.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "service-lib.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
# Mounted secrets belong to this group.
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "service-lib.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "service-lib.variable" -}}
{{ . | upper | replace "-" "_" }}
{{- end -}}

{{/* The Secret of the part. */}}
{{- define "service-lib.secretName" -}}
{{ .global.secrets.prefix }}{{ .name }}
{{- end -}}

{{- define "service-lib.usesKafka" -}}
{{- if or .values.consumes .values.produces -}}true{{- end -}}
{{- end -}}

{{/* Keys of the part's Secret: those of every part like it, then its own. */}}
{{- define "service-lib.secretKeys" -}}
{{- $keys := list "SERVICE_KEY" -}}
{{- if .values.database -}}
{{- $keys = append $keys "DATABASE_URL" -}}
{{- end -}}
{{- if eq .part.kind "service" -}}
{{- $keys = concat $keys (list "DATABASE_PLATFORM_URL" "ENCRYPTION_KEY") -}}
{{- end -}}
{{- concat $keys .values.secrets | uniq | toJson -}}
{{- end -}}
