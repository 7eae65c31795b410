// Which connections the network policies allow, as lines `from -> to:port`.

const POD_NAME = 'app.kubernetes.io/name';
/** Systems by the label that their pods have. */
const SYSTEM_LABELS = [
  ['cnpg.io/cluster', () => 'postgres'],
  ['strimzi.io/cluster', () => 'kafka'],
  ['app', (value) => value],
];

function peerName({ podSelector, namespaceSelector, ipBlock }) {
  if (ipBlock) return 'internet';
  const labels = podSelector?.matchLabels ?? {};
  if (labels['k8s-app'] === 'kube-dns') return 'dns';
  if (labels[POD_NAME]) return labels[POD_NAME];
  for (const [key, name] of SYSTEM_LABELS) if (labels[key]) return name(labels[key]);
  const space = namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
  if (space) return `namespace ${space}`;
  // An empty selector is everybody.
  return 'anybody';
}

const portsOf = ({ ports }) => (ports?.length ? ports.map(({ port }) => port) : ['any port']);

/** @param {any[]} policies @returns {{ ways: string[], closed: Set<string> }} */
export function waysOf(policies) {
  const ways = policies.flatMap(({ metadata, spec }) => {
    const own = spec.podSelector?.matchLabels?.[POD_NAME] ?? metadata.name;
    const lines = (rules, key, line) =>
      (rules ?? []).flatMap((rule) =>
        portsOf(rule).flatMap((port) =>
          (rule[key]?.length ? rule[key].map(peerName) : ['anybody']).map((peer) => line(peer, port)),
        ),
      );
    return [
      ...lines(spec.ingress, 'from', (peer, port) => `in ${peer} -> ${own}:${port}`),
      ...lines(spec.egress, 'to', (peer, port) => `out ${own} -> ${peer}:${port}`),
    ];
  });
  return { ways: [...new Set(ways)].sort() };
}

/** Pods that no policy closes in both directions. */
export function openPods(documents) {
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy');
  const templates = documents.flatMap((document) =>
    ['Deployment', 'Job'].includes(document.kind)
      ? [{ name: document.metadata.name, labels: document.spec.template.metadata.labels }]
      : [],
  );
  const selects = ({ spec }, labels) =>
    Object.entries(spec.podSelector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return templates.flatMap(({ name, labels }) =>
    ['Ingress', 'Egress']
      .filter(
        (direction) =>
          !policies.some((policy) => selects(policy, labels) && policy.spec.policyTypes.includes(direction)),
      )
      .map((direction) => `${name}: ${direction} is open`),
  );
}
