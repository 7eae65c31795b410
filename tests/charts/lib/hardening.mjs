// What every workload must have. Each rule returns what is wrong, one line each; an empty list is a pass.

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod']);
const podOf = ({ kind, spec }) =>
  kind === 'Pod' ? spec : kind === 'CronJob' ? spec.jobTemplate.spec.template.spec : spec.template.spec;

export const workloads = (documents) => documents.filter(({ kind }) => WORKLOADS.has(kind));
const containersOf = (pod) => [...(pod.initContainers ?? []), ...(pod.containers ?? [])];
const isLasting = ({ kind }) => !['Job', 'CronJob'].includes(kind);

const SECRET_NAME = /(?:KEY|PASSWORD|SECRET|TOKEN)$/;
/** Variables of that form that hold no secret. */
const PUBLIC_NAMES = new Set(['SERVICE_PEERS']);
const CREDENTIALS_IN_URL = /^[a-z+]+:\/\/[^/\s:@]+:[^/\s@]+@/;

/** A rule on each container of a workload. */
const eachContainer = (check) => (workload) =>
  containersOf(podOf(workload)).flatMap((container) =>
    check(container, workload).map((problem) => `container ${container.name}: ${problem}`),
  );
const when = (condition, problem) => (condition ? [problem] : []);

const probePath = (probe) => JSON.stringify(probe?.httpGet?.path ?? probe?.grpc ?? probe?.tcpSocket);

/** @type {Record<string, (workload: any, documents: any[]) => string[]>} */
export const RULES = {
  'images are pinned by digest': eachContainer(({ image }) =>
    when(!/@sha256:[0-9a-f]{64}$/.test(image ?? ''), `${image} may change after it was tested`),
  ),
  'no process is root': (workload) => {
    const { securityContext: pod = {} } = podOf(workload);
    return eachContainer(({ securityContext: own = {} }) => {
      const settings = { ...pod, ...own };
      return [
        ...when(settings.runAsNonRoot !== true, 'runAsNonRoot is not true'),
        ...when(!(settings.runAsUser > 0), 'runAsUser is no number above 0'),
      ];
    })(workload);
  },
  'the root file system is read-only': eachContainer(({ securityContext }) =>
    when(securityContext?.readOnlyRootFilesystem !== true, 'readOnlyRootFilesystem is not true'),
  ),
  'no capabilities': eachContainer(({ securityContext }) => {
    const { drop = [], add = [] } = securityContext?.capabilities ?? {};
    return [...when(!drop.includes('ALL'), 'does not drop ALL'), ...when(add.length > 0, `adds ${add}`)];
  }),
  'no way to more privileges': eachContainer(({ securityContext }) => [
    ...when(securityContext?.allowPrivilegeEscalation !== false, 'allowPrivilegeEscalation is not false'),
    ...when(securityContext?.privileged === true, 'is privileged'),
  ]),
  'system calls are filtered': (workload) =>
    when(
      podOf(workload).securityContext?.seccompProfile?.type !== 'RuntimeDefault',
      'seccomp is not RuntimeDefault',
    ),
  'no token of the cluster, and an account of its own': (workload, documents) => {
    const { automountServiceAccountToken, serviceAccountName } = podOf(workload);
    const account = documents.find(
      ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === serviceAccountName,
    );
    return [
      ...when(automountServiceAccountToken !== false, 'mounts a token'),
      ...when(!account, `ServiceAccount ${serviceAccountName} is not rendered`),
      ...when(account?.automountServiceAccountToken !== false, 'its ServiceAccount mounts tokens'),
    ];
  },
  'requests, and a limit of memory': eachContainer(({ resources = {} }) => [
    ...when(!resources.requests?.cpu || !resources.requests?.memory, 'requests are missing'),
    ...when(!resources.limits?.memory, 'the limit of memory is missing'),
  ]),
  'its health is known': (workload) =>
    isLasting(workload)
      ? eachContainer(({ startupProbe, readinessProbe, livenessProbe }) => [
          ...when(!startupProbe || !readinessProbe || !livenessProbe, 'a probe is missing'),
          ...when(
            livenessProbe?.httpGet?.path === '/health/ready',
            `liveness asks ${probePath(livenessProbe)}, which needs the database`,
          ),
        ])(workload)
      : [
          ...when(!(workload.spec.activeDeadlineSeconds > 0), 'a Job has no deadline'),
          ...when(workload.spec.backoffLimit !== 0, 'a failed Job is tried again'),
        ],
  'it stops without refusing anybody': (workload, documents) => {
    if (!isLasting(workload)) return [];
    const { terminationGracePeriodSeconds: grace = 30, containers } = podOf(workload);
    return containers.flatMap(({ name, lifecycle }) => {
      const sleep = lifecycle?.preStop?.sleep?.seconds;
      const config = documents.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === workload.metadata.name,
      );
      const drain = Math.ceil(Number(config?.data?.DRAIN_MS ?? 0) / 1_000);
      return [
        ...when(!(sleep > 0), `container ${name}: no preStop`),
        ...when(grace <= (sleep ?? 0) + drain, `a grace of ${grace} s is not longer than the drain`),
      ];
    });
  },
  'nothing of the host': (workload) => {
    const pod = podOf(workload);
    const ports = containersOf(pod).flatMap(({ ports: own = [] }) => own);
    return [
      ...when(pod.hostNetwork || pod.hostPID || pod.hostIPC, 'shares a namespace with the host'),
      ...when(
        (pod.volumes ?? []).some(({ hostPath }) => hostPath),
        'mounts a path of the host',
      ),
      ...when(
        ports.some(({ hostPort }) => hostPort),
        'takes a port of the host',
      ),
    ];
  },
  'no secret in the environment': (workload, documents) => {
    const maps = new Set(
      containersOf(podOf(workload)).flatMap(({ envFrom = [] }) =>
        envFrom.map(({ configMapRef, secretRef }) => (secretRef ? 'a Secret' : configMapRef?.name)),
      ),
    );
    const variables = documents
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && maps.has(metadata.name))
      .flatMap(({ data }) => Object.entries(data ?? {}));
    const own = containersOf(podOf(workload)).flatMap(({ env = [] }) => env);
    return [
      ...when(maps.has('a Secret'), 'all of a Secret is in the environment'),
      ...own
        .filter(({ valueFrom }) => valueFrom?.secretKeyRef)
        .map(({ name }) => `${name} comes from a Secret`),
      ...[...variables, ...own.map(({ name, value }) => [name, value])]
        .filter(
          ([name, value]) =>
            (SECRET_NAME.test(name) && !PUBLIC_NAMES.has(name)) ||
            CREDENTIALS_IN_URL.test(String(value ?? '')),
        )
        .map(([name]) => `${name} looks like a secret`),
    ];
  },
};

/** Findings of all rules on all workloads. */
export const findings = (documents, rules = RULES) =>
  Object.entries(rules).flatMap(([rule, check]) =>
    workloads(documents).flatMap((workload) =>
      check(workload, documents).map(
        (problem) => `${workload.kind} ${workload.metadata.name}: ${rule}: ${problem}`,
      ),
    ),
  );

/** A change that breaks each rule on the first workload that it concerns. */
export const SABOTAGES = {
  'images are pinned by digest': (pod) => (pod.containers[0].image = 'coulisse/crm:latest'),
  'no process is root': (pod) => (pod.securityContext.runAsUser = 0),
  'the root file system is read-only': (pod) =>
    delete pod.containers[0].securityContext.readOnlyRootFilesystem,
  'no capabilities': (pod) => (pod.containers[0].securityContext.capabilities.add = ['NET_ADMIN']),
  'no way to more privileges': (pod) => delete pod.containers[0].securityContext.allowPrivilegeEscalation,
  'system calls are filtered': (pod) => delete pod.securityContext.seccompProfile,
  'no token of the cluster, and an account of its own': (pod) => delete pod.automountServiceAccountToken,
  'requests, and a limit of memory': (pod) => delete pod.containers[0].resources.limits,
  'its health is known': (pod) => (pod.containers[0].livenessProbe = pod.containers[0].readinessProbe),
  'it stops without refusing anybody': (pod) => (pod.terminationGracePeriodSeconds = 10),
  'nothing of the host': (pod) => pod.volumes.push({ name: 'host', hostPath: { path: '/' } }),
  'no secret in the environment': (pod) =>
    (pod.containers[0].env = [{ name: 'DATABASE_URL', value: 'postgres://crm_app:hidden@db:5432/crm' }]),
};

export const podOfWorkload = podOf;
