import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { topology, topics } from '@coulisse/contracts';
import { peerOf } from '@coulisse/service-kit/grpc';
import { credentialsEnv } from '@coulisse/test-kit/test-credentials';
import { parse, parseAllDocuments, parseDocument } from 'yaml';
import { readConfig as readGatewayConfig } from '../../gateway/src/config';
import { loadConfig, peerShape, standardShape } from '../../packages/service-kit/src/config/config';
import { manifests, partsOf } from './parts-of-services';
import { productSources, read, root } from './tracked-files';

interface Intent {
  calls?: { http?: string[]; grpc?: string[] };
  exposes?: { http?: string[]; grpc?: string[] };
  consumes?: string[];
  produces?: string[];
  database?: boolean;
}
const intentOf = (name: string) => parse(read('charts', name, 'values.yaml')) as Intent;
const sorted = (names: Iterable<string> = []) => [...new Set(names)].sort();
const services = topology.filter(({ kind }) => kind === 'service');

/** Topics that every service listens to, and those that a service listens to itself: `listen(ctx, 'a.b.v1', …)`. */
function listenedTopics(name: string): string[] {
  const kit = read('packages/service-kit/src/service/run-service.ts');
  const everywhere = [...kit.matchAll(/^const \w+_TOPIC = '([\w.]+)' satisfies Topic;$/gm)].map(
    ([, topic = '']) => topic,
  );
  expect(everywhere).toHaveLength(2);
  const own = productSources
    .filter((path) => path.startsWith(`services/${name}/src/`))
    .flatMap((path) =>
      [...read(path).matchAll(/\blisten\(\s*\w+,\s*'([\w.]+)'/g)].map(([, topic = '']) => topic),
    );
  return [...everywhere, ...own];
}

describe.each(services.map((part) => part.name))('the chart of %s says what its code does', (name) => {
  const manifest = manifests.find((each) => each.name === name)!;
  const { consumers, batchConsumers, rpc } = partsOf(manifest);

  test('reads and writes these topics, in groups of its name', () => {
    const consumed = [...consumers, ...batchConsumers];
    const { consumes, produces } = intentOf(name);
    expect(sorted(consumes)).toEqual(
      sorted([...consumed.map(({ topic }) => topic), ...listenedTopics(name)]),
    );
    expect(sorted(produces)).toEqual(sorted(manifest.publishes));
    for (const topic of [...(consumes ?? []), ...(produces ?? [])])
      expect(Object.keys(topics)).toContain(topic);
    // Its rights are on groups that begin with its name.
    expect(
      consumed.map((consumer) => consumer.name).filter((group) => !group.startsWith(`${name}.`)),
    ).toEqual([]);
  });

  test('calls what its code and the topology say', () => {
    const { calls } = intentOf(name);
    const code = [
      ...Object.values(manifest.clients ?? {}).map(peerOf),
      ...(manifest.refersTo ?? []),
      ...(manifest.resolveActor ? [] : ['identity']),
    ];
    expect(sorted(calls?.grpc)).toEqual(sorted(code));
    expect(sorted(calls?.grpc)).toEqual(sorted(topology.find((part) => part.name === name)?.calls));
    expect(calls?.http ?? []).toEqual([]);
  });

  test('may be called by those that its methods let in, and forwarded to by the gateway', () => {
    const { exposes } = intentOf(name);
    const allowed = rpc.flatMap(({ callers }) => Object.values(callers).flat());
    expect(sorted(exposes?.grpc)).toEqual(sorted(allowed));
    expect(exposes?.http).toEqual(['gateway']);
  });
});

test('the gateway calls every service by HTTP, and by gRPC those that let it in', () => {
  const { calls, exposes } = intentOf('gateway');
  expect(sorted(calls?.http)).toEqual(sorted(services.map(({ name }) => name)));
  const letIn = services.filter(({ name }) => intentOf(name).exposes?.grpc?.includes('gateway'));
  expect(sorted(calls?.grpc)).toEqual(sorted(letIn.map(({ name }) => name)));
  expect(exposes).toEqual({ http: ['edge'] });
});

describe('a part accepts the settings that its chart renders', () => {
  /** What is in the mounted files. */
  const contents = (name: string): Record<string, string> => ({
    ...credentialsEnv(name),
    DATABASE_URL: `postgres://${name}_app:x@coulisse-db-rw:5432/${name}?sslmode=verify-full`,
    DATABASE_PLATFORM_URL: `postgres://${name}_platform:x@coulisse-db-rw:5432/${name}?sslmode=verify-full`,
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    SESSION_KEY: Buffer.alloc(32).toString('base64'),
    SMTP_URL: 'smtp://coulisse:x@smtp.example:587',
    SUPER_ADMIN_PASSWORD: 'x'.repeat(12),
  });
  /** The rendered ConfigMap, with the contents of the files in place of their names. */
  function environmentOf(name: string): Record<string, string> {
    const documents = parseAllDocuments(read('charts/goldens', `${name}.yaml`)).map(
      (document) => document.toJS() as { kind: string; data: Record<string, string> } | null,
    );
    const map = documents.find((document) => document?.kind === 'ConfigMap')!;
    const files = contents(name);
    return Object.fromEntries(
      Object.entries(map.data).map(([key, value]) => {
        const variable = key.replace(/_FILE$/, '');
        return variable === key ? [key, value] : [variable, files[variable] ?? 'x'];
      }),
    );
  }

  test.each(manifests.map((manifest) => ({ name: manifest.name, manifest })))(
    '$name',
    ({ name, manifest }) => {
      const shape = {
        ...standardShape(name),
        ...peerShape(topology.find((part) => part.name === name)?.calls ?? []),
        ...manifest.config,
      };
      const environment = environmentOf(name);
      const config = loadConfig(shape, environment) as Record<string, unknown>;
      expect(config).toMatchObject({ HOST: '0.0.0.0', KAFKA_TLS: true, KAFKA_USERNAME: `kafka-${name}` });
      // Every address is one of the cluster: a default would be one of this machine.
      const local = Object.entries(config).filter(([, value]) =>
        /127\.0\.0\.1|localhost/.test(String(value)),
      );
      expect(local).toEqual([]);
      const { SERVICE_KEY: _key, ...without } = environment;
      expect(() => loadConfig(shape, without)).toThrow(/SERVICE_KEY/);
    },
  );

  test('gateway', () => {
    const config = readGatewayConfig(environmentOf('gateway'));
    expect(config).toMatchObject({ HOST: '0.0.0.0', TRUST_PROXY: true, IDENTITY_GRPC: 'identity:5101' });
    expect(Object.values(config.services).filter((url) => /127\.0\.0\.1/.test(url))).toEqual([]);
  });
});

/** What is missing of a part, in words. */
function missingOf(name: string, files: (path: string) => string | undefined): string[] {
  const folder = name === 'gateway' ? 'gateway' : `services/${name}`;
  const skaffold = parse(files('skaffold.yaml') ?? '') as {
    build: { artifacts: { image: string; docker: { buildArgs: { SERVICE: string } } }[] };
  };
  const artifact = skaffold.build.artifacts.find(({ image }) => image === `coulisse-${name}`);
  const part = topology.find((each) => each.name === name);
  const umbrella = files('charts/coulisse/Chart.yaml') ?? '';
  const owners = (files('CODEOWNERS') ?? '').split('\n').map((line) => line.split(/\s+/)[0] ?? '');
  const headings = ['owns', 'publishes', 'consumes', 'calls', 'configures', 'run and test'];
  const readme = (files(`${folder}/README.md`) ?? '').toLowerCase();
  const checks: Record<string, boolean> = {
    'a chart': ['Chart.yaml', 'values.yaml', 'values.schema.json', 'README.md', 'templates/all.yaml'].every(
      (file) => files(`charts/${name}/${file}`) !== undefined,
    ),
    'a place in the chart of the product': umbrella.includes(`condition: ${name}.enabled`),
    'an artifact of Skaffold': artifact?.docker.buildArgs.SERVICE === name,
    'an entry of Tilt': (files('Tiltfile') ?? '').includes(`\nservice('${name}')\n`),
    'a route of the gateway': part?.kind === 'gateway' || (part?.prefixes.length ?? 0) > 0,
    'the headings of a README':
      name === 'gateway' || headings.every((heading) => readme.includes(`## ${heading}`)),
    'an owner': owners.includes(`/${folder}/`),
    'a dashboard': files(`observability/dashboards/coulisse-service-${name}.json`)?.includes(name) ?? false,
  };
  return Object.entries(checks).flatMap(([what, isThere]) => (isThere ? [] : [`${name}: ${what}`]));
}

const onDisk = (path: string) => (existsSync(join(root, path)) ? read(path) : undefined);

test.each(topology.map(({ name }) => name))('%s has all that an installation needs', (name) => {
  expect(missingOf(name, onDisk)).toEqual([]);
});

test('a service without its chart, its artifact, its entry, its owner or its dashboard is noticed', () => {
  const without: (path: string) => string | undefined = (path) => {
    if (path.startsWith('charts/crm/') || path.startsWith('observability/dashboards/')) return undefined;
    const text = onDisk(path);
    if (path === 'Tiltfile') return text?.replace("service('crm')", '');
    if (path === 'CODEOWNERS') return text?.replace(/^\/services\/.*$/gm, '');
    return text?.replaceAll('coulisse-crm', 'coulisse-other').replaceAll('crm.enabled', 'other.enabled');
  };
  expect(missingOf('crm', without)).toEqual([
    'crm: a chart',
    'crm: a place in the chart of the product',
    'crm: an artifact of Skaffold',
    'crm: an entry of Tilt',
    'crm: an owner',
    'crm: a dashboard',
  ]);
});

test('every folder of services is in the topology', () => {
  const folders = readdirSync(join(root, 'services')).filter((name) =>
    existsSync(join(root, 'services', name, 'package.json')),
  );
  expect(sorted(folders)).toEqual(sorted(services.map(({ name }) => name)));
});

test('values of the charts have no key twice', () => {
  for (const { name } of topology)
    expect(parseDocument(read('charts', name, 'values.yaml')).errors.map(({ message }) => message)).toEqual(
      [],
    );
});
