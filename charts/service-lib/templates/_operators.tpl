{{/* Resources of operators: rendered where the cluster has their kinds. */}}
{{- define "service-lib.serviceMonitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  selector:
    matchLabels:
      {{- include "service-lib.selector" . | nindent 6 }}
  endpoints:
    - { port: metrics, path: {{ .values.metrics.path }}, interval: 30s }
{{- end -}}

{{- define "service-lib.prometheusRule" -}}
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  groups:
    - name: coulisse.{{ .name }}.rollout
      rules:
        - alert: CoulissePartUnavailable
          expr: kube_deployment_status_replicas_available{namespace="{{ .root.Release.Namespace }}", deployment="{{ .name }}"} == 0
          for: 2m
          labels: { severity: critical, part: {{ .name }} }
          annotations:
            summary: No replica of {{ .name }} is ready.
            runbook: docs/operations/kubernetes.md#no-replica-is-ready
        {{- if .values.database }}
        - alert: CoulisseMigrationFailed
          expr: kube_job_status_failed{namespace="{{ .root.Release.Namespace }}", job_name="{{ .name }}-migration"} > 0
          labels: { severity: warning, part: {{ .name }} }
          annotations:
            summary: The migrations of {{ .name }} failed, the upgrade has stopped.
            runbook: docs/operations/kubernetes.md#a-migration-has-failed
        {{- end }}
{{- end -}}

{{/* `.keys` of the remote entry of the part; a hook when `.hook`. */}}
{{- define "service-lib.externalSecret" -}}
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: {{ include "service-lib.secretName" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "service-lib.labels" . | nindent 4 }}
  {{- if .hook }}
  annotations:
    {{- include "service-lib.hook" (dict "weight" "-10") | nindent 4 }}
  {{- end }}
spec:
  refreshInterval: {{ .global.secrets.refreshInterval }}
  secretStoreRef: { kind: {{ .global.secrets.storeKind }}, name: {{ .global.secrets.store }} }
  target: { name: {{ include "service-lib.secretName" . }}, creationPolicy: Owner }
  data:
    {{- range .keys }}
    - secretKey: {{ . }}
      remoteRef: { key: {{ $.global.secrets.remotePrefix }}{{ $.name }}, property: {{ . }} }
    {{- end }}
{{- end -}}
