// npm run new:service -- <service> ["What it owns, in one sentence"]
// Writes a service that runs, with nothing in it yet: npm run new:resource -- <service> <entity> goes on from there.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/databases.mjs';
import { create, edit } from './lib/edit.mjs';
import { sentence } from './lib/names.mjs';

const files = (name, owns) => ({
  'package.json': JSON.stringify({
    name: `@coulisse/${name}`,
    version: '0.1.0',
    private: true,
    description: owns,
    type: 'commonjs',
    main: 'dist/main.js',
    dependencies: {
      '@coulisse/contracts': '0.1.0',
      '@coulisse/resource': '0.1.0',
      '@coulisse/resource-exchange': '0.1.0',
      '@coulisse/resource-server': '0.1.0',
      '@coulisse/service-kit': '0.1.0',
    },
  }),
  'README.md': `# ${name}

${owns}

## Owns

Nothing yet.

## Publishes

Nothing.

## Consumes

Nothing.

## Calls

identity (who a staff token belongs to).

## Configures

Nothing besides the variables of every service.

## Run and test

\`npm start\` runs it. \`npx jest --selectProjects unit --testPathPatterns services/${name}\`, and with the infrastructure up
(\`eval "$(node dev/env.mjs)"\`) \`npx jest --selectProjects integration --testPathPatterns services/${name}\`.
`,
  'prisma/schema/main.prisma': 'datasource db {\n  provider = "postgresql"\n}\n',
  'src/main.ts': `import { runService } from '@coulisse/service-kit';
import { service } from './service';

void runService(service);
`,
  'src/service.ts': `import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import * as resources from './resources';

/** ${owns} */
export const service = defineResourceService({
  name: '${name}',
  resources: Object.values(resources),
  extensions: [exchange],
});
`,
  'src/resources/index.ts': 'export {};\n',
  'test/resources.int.test.ts': `import { join } from 'node:path';
import type { ResourceDefinition } from '@coulisse/resource';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import { startTestService, testDatabase, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import * as declared from '../src/resources';
import { service } from '../src/service';

jest.setTimeout(60_000);

const resources: ResourceDefinition[] = Object.values(declared);
let database: TestDatabase;
let running: TestService;

beforeAll(async () => {
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, { database, bus: new MemoryBus() });
});
afterAll(async () => {
  await running?.stop();
  await database?.drop();
});

test('the service is ready', async () => {
  expect((await running.request('GET', '/health/ready')).status).toBe(200);
});

const harness = serviceHarness(() => running, { resources });
for (const resource of resources) describeResource(resource, harness);
`,
});

const chart = (name, owns) => ({
  'Chart.yaml': `apiVersion: v2
name: ${name}
description: ${JSON.stringify(owns)}
type: application
version: 0.1.0
appVersion: 0.1.0
kubeVersion: '>=1.30.0-0'
dependencies:
  - name: service-lib
    version: 0.1.0
    repository: file://../service-lib
`,
  'values.yaml': `# -- Parts that it calls, by protocol.
calls:
  grpc: [identity]
# -- Who may call it, by protocol.
exposes:
  http: [gateway]
  grpc: []
# -- Topics that it reads; these two tell every part of changed users and tenants.
consumes:
  - identity.tenant.v1
  - identity.user.v1
# -- Topics that it writes to.
produces: []
# -- It has a database of its name.
database: true
`,
});

/** Lines of files that list every service: before which one a new line stands, or what a list in a line ends with. */
const lists = (name) => [
  ['charts/coulisse/values.yaml', '\ngateway: {', `\n${name}: { enabled: true }`],
  ['Tiltfile', `\nservice('gateway')`, `\nservice('${name}')`],
  ['CODEOWNERS', '\n/services/ticketing/ ', `\n${`/services/${name}/`.padEnd(25)}@coulisse/maintainers`],
  // Every service asks identity whose token it has, and is served by the gateway.
  ['charts/identity/values.yaml', ', gateway]\n', `, ${name}`],
  ['charts/gateway/values.yaml', ']\n  grpc:', `, ${name}`],
];

/** What an installation needs of a service: its chart, its place in those of others, Tilt, its owner. The rest is derived. */
async function writeInstallation(name, owns) {
  for (const [path, text] of Object.entries(chart(name, owns))) await create(`charts/${name}/${path}`, text);
  for (const [path, place, addition] of lists(name))
    await edit(path, (text) => (text.includes(place) ? text.replace(place, `${addition}${place}`) : null));
}

async function main([name, owns = `${sentence(name ?? '')}.`]) {
  if (!/^[a-z]{2,20}$/.test(name ?? ''))
    throw new Error('A service is one word in small letters: npm run new:service -- stock');
  const folder = `services/${name}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists already`);
  for (const [path, text] of Object.entries(files(name, owns))) await create(`${folder}/${path}`, text);

  await edit('packages/contracts/src/topology.json', (text) => {
    const parts = JSON.parse(text);
    const services = parts.filter((part) => part.kind === 'service');
    const next = (port) => Math.max(...services.map((part) => part[port])) + 1;
    const part = {
      name,
      kind: 'service',
      httpPort: next('httpPort'),
      grpcPort: next('grpcPort'),
      database: true,
      prefixes: [`/b/api/${name}`],
      calls: ['identity'],
    };
    const gateway = parts.findIndex(({ kind }) => kind === 'gateway');
    parts[gateway].calls.push(name);
    return JSON.stringify(parts.toSpliced(gateway, 0, part), null, 2);
  });
  await edit('tests/conformance/parts-of-services.ts', (text) =>
    text
      .replace(
        '\n\nexport const manifests',
        `\nimport { service as ${name} } from '../../services/${name}/src/service';\n\nexport const manifests`,
      )
      .replace('].map(', `  ${name},\n].map(`),
  );
  await writeInstallation(name, owns);
  // Links the new workspace with the others.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: root,
    stdio: 'inherit',
  });
  execFileSync(process.execPath, [join(root, 'tools/generate.mjs'), name], { stdio: 'inherit' });
  execFileSync('npm', ['run', '--silent', 'openapi'], { cwd: root, stdio: 'inherit' });
  execFileSync(process.execPath, [join(root, 'tools/charts.mjs'), 'goldens', '--if-built'], {
    stdio: 'inherit',
  });
  console.log(`${folder} is there: npm run new:resource -- ${name} <entity>`);
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
