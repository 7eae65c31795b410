{{/*
Seconds that a pod may take to end. The sleep, then the drain, then ten steps that each take at most half of the time limit
or the drain, and a second (`gracefulStop` in packages/service-kit). A stop usually takes the first two.
*/}}
{{- define "service-lib.graceSeconds" -}}
{{- $drain := divf (float64 .values.stop.drainMs) 1000 | ceil | int -}}
{{- $share := divf (float64 .values.stop.timeoutMs) 2000 | ceil | int -}}
{{- add (int .values.stop.preStopSeconds) $drain (mul 10 (add1 (max $drain $share))) -}}
{{- end -}}

{{- define "service-lib.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ int .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      {{- include "service-lib.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "service-lib.labels" . | nindent 8 }}
      annotations:
        checksum/config: {{ include "service-lib.config" . | sha256sum }}
        coulisse/secrets-version: {{ .global.secrets.version | quote }}
    spec:
      serviceAccountName: {{ .name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with include "service-lib.pullSecrets" . | trim }}
      {{- nindent 6 . }}
      {{- end }}
      terminationGracePeriodSeconds: {{ include "service-lib.graceSeconds" . }}
      securityContext:
        {{- include "service-lib.podSecurity" . | nindent 8 }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "service-lib.selector" $ | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "service-lib.image" . }}
          imagePullPolicy: {{ .global.image.pullPolicy }}
          ports:
            - { name: http, containerPort: {{ int .part.httpPort }} }
            {{- with .part.grpcPort }}
            - { name: grpc, containerPort: {{ int . }} }
            {{- end }}
            {{- with .values.metrics.port }}
            - { name: metrics, containerPort: {{ int . }} }
            {{- end }}
          envFrom:
            - configMapRef: { name: {{ .name }} }
          # The start connects to the database; a part that waits for it is restarted after two minutes.
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          # Whether it can serve: without its database it cannot. The other parts are not asked.
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          # Whether the process responds. It asks nothing else: a restart would not bring a database back.
          livenessProbe:
            {{- if .part.grpcPort }}
            grpc: { port: {{ int .part.grpcPort }} }
            {{- else }}
            httpGet: { path: /health/live, port: http }
            {{- end }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          lifecycle:
            preStop:
              sleep: { seconds: {{ int .values.stop.preStopSeconds }} }
          resources:
            {{- include "service-lib.resources" . | nindent 12 }}
          securityContext:
            {{- include "service-lib.containerSecurity" . | nindent 12 }}
          volumeMounts:
            {{- include "service-lib.mounts" . | nindent 12 }}
      volumes:
        {{- include "service-lib.volumes" . | nindent 8 }}
{{- end -}}

{{- define "service-lib.resources" -}}
{{- $profile := ternary .values.profiles.background .values.profiles.foreground (default false .part.isBackground) -}}
{{- toYaml (mergeOverwrite (deepCopy $profile) .values.resources) -}}
{{- end -}}

{{- define "service-lib.hpa" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ int .values.autoscaling.minReplicas }}
  maxReplicas: {{ int .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: AverageValue, averageValue: {{ .values.autoscaling.cpu }} }
  behavior:
    # A sale that opens comes within seconds; replicas that leave cut open plans.
    scaleUp: { stabilizationWindowSeconds: 0 }
    scaleDown: { stabilizationWindowSeconds: 600 }
{{- end -}}

{{- define "service-lib.pdb" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ .values.maxUnavailable }}
  # A pod that is not ready does not hold up the drain of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "service-lib.selector" . | nindent 6 }}
{{- end -}}

{{- define "service-lib.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
automountServiceAccountToken: false
{{- end -}}

{{- define "service-lib.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
spec:
  type: ClusterIP
  selector:
    {{- include "service-lib.selector" . | nindent 4 }}
  ports:
    - { name: http, port: {{ int .part.httpPort }}, targetPort: http, appProtocol: http }
    {{- with .part.grpcPort }}
    - { name: grpc, port: {{ int . }}, targetPort: grpc, appProtocol: grpc }
    {{- end }}
    {{- with .values.metrics.port }}
    - { name: metrics, port: {{ int . }}, targetPort: metrics }
    {{- end }}
{{- end -}}

{{- define "service-lib.ingress" -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "service-lib.metadata" . | nindent 2 }}
  {{- with .values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- $host := .values.ingress.host | default (get (urlParse .global.publicUrl) "hostname") }}
  {{- with .values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .values.ingress.tlsSecret }}
  tls:
    - { hosts: [{{ $host }}], secretName: {{ . }} }
  {{- end }}
  rules:
    - host: {{ $host }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: {{ .name }}, port: { name: http } } }
{{- end -}}
