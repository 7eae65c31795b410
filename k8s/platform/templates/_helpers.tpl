{{- define "platform.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: coulisse-platform
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "platform.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "platform.labels" . | nindent 2 }}
{{- end -}}

{{/* An image by digest, or by tag where tags are allowed. */}}
{{- define "platform.image" -}}
{{- $image := get .root.Values.images .image -}}
{{- if not (or (regexMatch "@sha256:[0-9a-f]{64}$" $image) (and $image .root.Values.images.allowTags)) -}}
{{- fail (printf "images.%s is not an image by digest: %q" .image $image) -}}
{{- end -}}
{{- $image -}}
{{- end -}}

{{- define "platform.parts" -}}{{ .Files.Get "files/parts.json" }}{{- end -}}

{{- define "platform.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1001
runAsGroup: 1001
fsGroup: 1001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "platform.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "platform.spread" -}}
{{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector: { matchLabels: { app.kubernetes.io/name: {{ $.name }} } }
{{- end }}
{{- end -}}
