{{/*
The migrations of a part, before its pods change. Everything that the Job needs is a hook of a lower weight, because the
resources of the release itself are created after the hooks; all of it is deleted when the hooks have succeeded, so that the
owner's password is in the cluster only while migrations run. A failed Job stays, for its log.
*/}}
{{- define "service-lib.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{- define "service-lib.migrationContext" -}}
{{- $name := printf "%s-migration" .name -}}
{{- toJson (merge (dict "name" $name "component" "migration" "of" .name) (omit . "root")) -}}
{{- end -}}

{{- define "service-lib.migrationServiceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
  annotations:
    {{- include "service-lib.hook" (dict "weight" "-10") | nindent 4 }}
automountServiceAccountToken: false
{{- end -}}

{{- define "service-lib.migrationNetworkPolicy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
  annotations:
    {{- include "service-lib.hook" (dict "weight" "-10") | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "service-lib.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    - to:
        {{- toYaml .global.dns.peers | nindent 8 }}
      ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
    {{- include "service-lib.way" (merge (dict "to" "postgres" "direction" "to") .) | nindent 4 }}
{{- end -}}

{{- define "service-lib.migrationJob" -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
  annotations:
    {{- include "service-lib.hook" (dict "weight" "-5") | nindent 4 }}
spec:
  # A failed migration is looked at before it is tried again.
  backoffLimit: 0
  activeDeadlineSeconds: {{ int .values.migrations.deadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "service-lib.labels" . | nindent 8 }}
    spec:
      restartPolicy: Never
      serviceAccountName: {{ .name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with include "service-lib.pullSecrets" . | trim }}
      {{- nindent 6 . }}
      {{- end }}
      securityContext:
        {{- include "service-lib.podSecurity" . | nindent 8 }}
      containers:
        - name: migrate
          image: {{ include "service-lib.image" (merge (dict "name" .of) .) }}
          imagePullPolicy: {{ .global.image.pullPolicy }}
          args: [migrate]
          env:
            - { name: DATABASE_OWNER_URL_FILE, value: /etc/coulisse/migration/DATABASE_OWNER_URL }
          resources:
            requests: { cpu: 100m, memory: 256Mi }
            limits: { memory: 512Mi }
          securityContext:
            {{- include "service-lib.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: migration, mountPath: /etc/coulisse/migration, readOnly: true }
            {{- if .global.postgres.caSecret }}
            - { name: postgres-ca, mountPath: /etc/coulisse/postgres, readOnly: true }
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        - name: migration
          secret: { secretName: {{ include "service-lib.secretName" . }}, defaultMode: 0440 }
        {{- with .global.postgres.caSecret }}
        - name: postgres-ca
          secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }], defaultMode: 0440 }
        {{- end }}
{{- end -}}
