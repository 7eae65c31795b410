// The control plane of Kubernetes (etcd, API server, controllers, scheduler) with simulated nodes (kwok), built from the Go
// module proxy: what Helm installs is accepted, scheduled, replaced and deleted as by a cluster, and runs nowhere.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../lib/free-port.mjs';
import { until } from '../lib/until.mjs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'control-plane';
const VERSION = ['1', '36', '3'];
/** Helm compares the version that the API server states with that which a chart asks for. */
const VERSION_FLAGS = [
  ['k8s.io/component-base/version.gitVersion', `v${VERSION.join('.')}`],
  ['k8s.io/component-base/version.gitMajor', VERSION[0]],
  ['k8s.io/component-base/version.gitMinor', VERSION[1]],
  ['k8s.io/client-go/pkg/version.gitVersion', `v${VERSION.join('.')}`],
]
  .map(([name, value]) => `-X ${name}=${value}`)
  .join(' ');

/** How simulated nodes and pods change: at once. A pod of a Job succeeds. */
const STAGES = new URL('./control-plane-stages.yaml', import.meta.url);
const NODE_MARK = { 'kwok.x-k8s.io/node': 'fake' };

export async function prepareControlPlane() {
  await buildGoProgram(PROGRAM, '.', undefined, VERSION_FLAGS);
  return goProgram(PROGRAM);
}

/** One JSON request to the API server. */
export class ClusterApi {
  constructor(port, token, ca) {
    this.options = { host: '127.0.0.1', port, ca, headers: { authorization: `Bearer ${token}` } };
  }

  open(method, path, body, type = 'application/json') {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { ...this.options.headers, ...(text && { 'content-type': type }) };
      const call = request({ ...this.options, method, path, headers }, resolve);
      call.on('error', reject);
      call.end(text);
    });
  }

  async call(method, path, body, type) {
    const response = await this.open(method, path, body, type);
    let text = '';
    for await (const chunk of response) text += chunk;
    if (response.statusCode >= 400)
      throw new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 500)}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  }

  get(path) {
    return this.call('GET', path);
  }

  /** Calls back for every change from now on, the existing objects first; returns a function that ends it. */
  async watch(path, onEvent) {
    const response = await this.open('GET', `${path}${path.includes('?') ? '&' : '?'}watch=1`);
    let rest = '';
    response.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) onEvent(JSON.parse(line));
    });
    response.on('error', () => undefined);
    return () => response.destroy();
  }
}

const kubeconfig = (port, ca, token) =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': ca } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

const node = (index) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${index}`,
    annotations: NODE_MARK,
    labels: {
      'kubernetes.io/hostname': `node-${index}`,
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': `zone-${index}`,
    },
  },
  status: {
    allocatable: { cpu: '32', memory: '64Gi', pods: '200' },
    capacity: { cpu: '32', memory: '64Gi', pods: '200' },
  },
});

const LINES = 5;
/** What each part logged last: the logs are deleted with the cluster. */
async function lastLines(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const logs = names.map(async (name) => {
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
    return [name, ...lines.slice(-LINES)].join('\n  ');
  });
  return (await Promise.all(logs)).join('\n');
}

/**
 * Starts a cluster with its state in a folder, which is deleted at its end.
 * @param {string} folder
 */
export async function startCluster(folder, nodes = 3) {
  const program = await prepareControlPlane();
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'pki'), { recursive: true });
  const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  const [etcd, etcdPeer, api, manager, scheduler, kwok] = ports;
  const file = (name) => join(folder, name);
  const children = [];
  const start = (part, args) => {
    const log = openSync(file(`${part}.log`), 'a');
    const env = { PATH: process.env.PATH, HOME: folder };
    children.push(spawn(program, [part, ...args], { stdio: ['ignore', log, log], env }));
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if ((child.exitCode ?? child.signalCode) !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      const cut = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(cut);
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(file('pki/sa.key'), keys.privateKey.export({ type: 'pkcs1', format: 'pem' }), {
      mode: 0o600,
    });
    await writeFile(file('pki/sa.pub'), keys.publicKey.export({ type: 'spki', format: 'pem' }));
    const accounts = {
      admin: ['admin', 'system:masters'],
      kwok: ['kwok', 'system:masters'],
      manager: ['system:kube-controller-manager'],
      scheduler: ['system:kube-scheduler'],
    };
    const tokens = Object.fromEntries(
      Object.keys(accounts).map((name) => [name, randomBytes(16).toString('hex')]),
    );
    const lines = Object.entries(accounts).map(
      ([name, [user, group]]) => `${tokens[name]},${user},${name}${group ? `,"${group}"` : ''}`,
    );
    await writeFile(file('pki/tokens.csv'), `${lines.join('\n')}\n`, { mode: 0o600 });
    const ca = file('pki/apiserver.crt');
    for (const name of Object.keys(accounts))
      await writeFile(file(`${name}.conf`), kubeconfig(api, ca, tokens[name]), { mode: 0o600 });

    const [etcdUrl, peerUrl] = [etcd, etcdPeer].map((port) => `http://127.0.0.1:${port}`);
    start('etcd', [
      '--name=e',
      `--data-dir=${file('etcd')}`,
      '--unsafe-no-fsync',
      '--log-level=warn',
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=e=${peerUrl}`,
    ]);
    start('kube-apiserver', [
      `--etcd-servers=${etcdUrl}`,
      `--secure-port=${api}`,
      '--bind-address=127.0.0.1',
      `--cert-dir=${file('pki')}`,
      '--endpoint-reconciler-type=none',
      '--advertise-address=127.0.0.1',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--anonymous-auth=false',
      '--authorization-mode=Node,RBAC',
      `--token-auth-file=${file('pki/tokens.csv')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${file('pki/sa.pub')}`,
      `--service-account-signing-key-file=${file('pki/sa.key')}`,
      '--enable-admission-plugins=NodeRestriction',
    ]);
    const certificate = await until(() => readFile(ca).catch(() => undefined), {
      timeoutMs: 60_000,
      condition: 'the certificate of the API server',
    });
    const client = new ClusterApi(api, tokens.admin, certificate);
    await until(() => client.get('/readyz').catch(() => undefined), {
      timeoutMs: 120_000,
      condition: 'the API server',
    });
    start('kube-controller-manager', [
      `--kubeconfig=${file('manager.conf')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${manager}`,
      '--leader-elect=false',
      `--service-account-private-key-file=${file('pki/sa.key')}`,
      `--root-ca-file=${ca}`,
      '--use-service-account-credentials',
      // A busy machine is late with the heartbeats of its simulated nodes, and their pods would be taken for lost.
      '--node-monitor-grace-period=10m',
    ]);
    start('kube-scheduler', [
      `--kubeconfig=${file('scheduler.conf')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${scheduler}`,
      '--leader-elect=false',
    ]);
    start('kwok', [
      `--kubeconfig=${file('kwok.conf')}`,
      `--config=${STAGES.pathname}`,
      '--manage-all-nodes=false',
      '--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake',
      `--server-address=127.0.0.1:${kwok}`,
    ]);
    for (let index = 1; index <= nodes; index++) await client.call('POST', '/api/v1/nodes', node(index));
    const isReady = ({ status }) =>
      status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True');
    await until(async () => (await client.get('/api/v1/nodes')).items.every(isReady) || undefined, {
      timeoutMs: 60_000,
      condition: 'the nodes',
    });
    await until(
      () => client.get('/api/v1/namespaces/default/serviceaccounts/default').catch(() => undefined),
      {
        timeoutMs: 60_000,
        condition: 'the controllers',
      },
    );
    return { api: client, kubeconfig: file('admin.conf'), stop };
  } catch (error) {
    const logs = await lastLines(folder);
    await stop();
    throw new Error(`${error.message}\n${logs}`, { cause: error });
  }
}
