// What the images contain: the instructions of docker/Dockerfile are run in plain folders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { freePort } from '../../dev/lib/free-port.mjs';
import { ROOT } from '../../dev/lib/settings.mjs';
import { until } from '../../dev/lib/until.mjs';
import { instructionsOf, runDockerfile, substituted } from './dockerfile.mjs';

const DOCKERFILE = join(ROOT, 'docker/Dockerfile');
const IMAGE = `node@sha256:${'2'.repeat(64)}`;
/** A small one, with a package of its own and migrations. */
const SERVICE = 'insights';
const FOLDER = mkdtempSync(join(tmpdir(), 'coulisse-image-'));
/** `*` is any name, and a line that begins with two of them is meant at any depth. */
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [, anywhere, pattern = ''] = /^(\*\*\/)?(.*)$/.exec(line) ?? [];
    const name = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return new RegExp(`^${anywhere ? '(?:.*/)?' : ''}${name}$`);
  });
const isInContext = (source) => !ignored.some((pattern) => pattern.test(relative(ROOT, source)));

/** What `npm ci` makes of a pruned workspace: the packages of others are shared, those of the workspace are its own. */
function linkModules(folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@coulisse'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@coulisse') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const workspace of JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).workspaces) {
    const { name } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    symlinkSync(join(folder, workspace), join(modules, name));
  }
}

let image;
before(
  () => {
    image = runDockerfile({
      dockerfile: DOCKERFILE,
      context: ROOT,
      folder: FOLDER,
      args: { SERVICE, NODE_IMAGE: IMAGE },
      isInContext,
      // The tools of the build are those of this repository: installing them again would show nothing but the network.
      instead: (stage, command, cwd) => {
        if (stage !== 'build' || !command.startsWith('npm ci')) return false;
        linkModules(cwd);
        return true;
      },
    });
  },
  { timeout: 300_000 },
);
after(() => rmSync(FOLDER, { recursive: true, force: true }));

const inImage = (...path) => join(image.folderOf('runtime'), 'app', ...path);
const run = (args, env = {}) =>
  spawnSync(process.execPath, [inImage('docker/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, COULISSE_PART: SERVICE, NODE_ENV: 'production', ...env },
    timeout: 60_000,
  });

test('the process is not root, by number, and the base is an argument without a default', () => {
  assert.deepEqual(image.settings.USER, ['1000:1000']);
  assert.deepEqual(image.settings.ENTRYPOINT, ['["node", "docker/run.mjs"]']);
  const text = readFileSync(DOCKERFILE, 'utf8');
  assert.match(text, /^ARG NODE_IMAGE$/m);
  for (const { verb, text: base } of instructionsOf(text))
    if (verb === 'FROM') assert.match(base, /^\$\{NODE_IMAGE/);
});

test('a missing base, and one by tag, are refused', () => {
  assert.throws(
    () => substituted('${NODE_IMAGE:?an image of Node.js by digest}', {}),
    /NODE_IMAGE is missing/,
  );
  const tagged = spawnSync(
    process.execPath,
    ['docker/prune.mjs', SERVICE, join(FOLDER, 'refused'), 'node:26'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  assert.equal(tagged.status, 1);
  assert.match(tagged.stderr, /NODE_IMAGE is no image by digest/);
});

test('it holds the bundle, the migrations and their tools, and nothing of other services', () => {
  for (const path of [
    `services/${SERVICE}/dist/main.js`,
    `services/${SERVICE}/prisma/migrations`,
    'packages/service-kit/migrations',
    'packages/service-kit/dist/telemetry.js',
    'tools/migrate.mjs',
    'node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm',
  ])
    assert.ok(existsSync(inImage(path)), path);
  assert.deepEqual(readdirSync(inImage('services')), [SERVICE]);
  for (const path of ['micro-frontends', 'dev', 'proto', 'tests', `services/${SERVICE}/src`])
    assert.ok(!existsSync(inImage(path)), path);
});

test('it has no dependency of the build, of tests, of fronts or of other services', () => {
  for (const name of ['jest', 'typescript', 'esbuild', 'prisma', 'react', 'sharp', 'nodemailer', '@coulisse'])
    assert.ok(!existsSync(inImage('node_modules', name)), name);
  for (const name of ['pg', 'kafkajs', 'express']) assert.ok(existsSync(inImage('node_modules', name)), name);
});

test('it starts as far as its configuration, which it refuses by name', () => {
  const { status, stdout, stderr } = run(['serve']);
  assert.equal(status, 1);
  const lines = `${stdout}${stderr}`;
  for (const name of ['DATABASE_URL', 'KAFKA_BROKERS', 'KEYCLOAK_URL', 'SERVICE_KEY'])
    assert.match(lines, new RegExp(name));
});

test('its migrations ask for the database of their owner', () => {
  const missing = run(['migrate']);
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /DATABASE_OWNER_URL is missing/);
  const closed = run(['migrate'], { DATABASE_OWNER_URL: 'postgres://insights_owner:x@127.0.0.1:9/insights' });
  assert.match(closed.stderr, /ECONNREFUSED/);
});

test('it migrates a database as CloudNativePG makes it, and closes it to the roles of others', async () => {
  const data = mkdtempSync(join(tmpdir(), 'coulisse-images-'));
  // As root, PostgreSQL runs as another user, who needs access.
  chmodSync(data, 0o755);
  const { startPostgres } = await import('../../dev/infra/postgres.mjs');
  const options = {
    dataDir: join(data, 'postgres'),
    port: await freePort(),
    password: 'secret',
    name: 'postgres-images',
  };
  const { url, stop } = await startPostgres(options);
  const address = (role) =>
    url.replace(/\/\/[^@]+@/, `//${role}:secret@`).replace(/\/postgres$/, `/${SERVICE}`);
  const ask = async (connectionString, text) => {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  try {
    await until(() => ask(url, 'SELECT 1').catch(() => undefined), {
      timeoutMs: 60_000,
      condition: 'PostgreSQL',
    });
    for (const role of [`${SERVICE}_owner`, `${SERVICE}_app`, `${SERVICE}_platform`, 'crm_app'])
      await ask(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await ask(url, `CREATE DATABASE ${SERVICE} OWNER ${SERVICE}_owner`);
    const settings = { DATABASE_OWNER_URL: address(`${SERVICE}_owner`) };
    const first = run(['migrate'], settings);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^applied /);
    assert.equal(run(['migrate'], settings).stdout.trim(), 'up to date');
    const [{ tables }] = await ask(
      address(`${SERVICE}_app`),
      `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'kit'`,
    );
    assert.ok(tables > 3);
    await assert.rejects(ask(address('crm_app'), 'SELECT 1'), /permission denied for database/);
  } finally {
    await stop();
    rmSync(data, { recursive: true, force: true });
  }
});

test('an unknown command is refused', () => assert.match(run(['fly']).stderr, /unknown command fly/));
