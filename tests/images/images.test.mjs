// What the images contain: the instructions of docker/Dockerfile are run in plain folders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import test, { after, before } from 'node:test';
import { CACHE_DIR, ROOT } from '../../dev/lib/settings.mjs';
import { instructionsOf, runDockerfile, substituted } from './dockerfile.mjs';

const DOCKERFILE = join(ROOT, 'docker/Dockerfile');
const IMAGE = `node@sha256:${'2'.repeat(64)}`;
/** A small one, with a package of its own and migrations. */
const SERVICE = 'insights';
const FOLDER = join(CACHE_DIR, 'images');
/** Folders that `.dockerignore` leaves out, at any depth or at the root. */
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
const isInContext = (source) => {
  const path = relative(ROOT, source);
  return !ignored.some(
    (line) => path === line || (line.startsWith('**/') && basename(path) === line.slice(3)),
  );
};

let image;
before(
  () => {
    rmSync(FOLDER, { recursive: true, force: true });
    image = runDockerfile({
      dockerfile: DOCKERFILE,
      context: ROOT,
      folder: FOLDER,
      args: { SERVICE, NODE_IMAGE: IMAGE },
      isInContext,
      // The tools of the build are those of this repository: installing them again would show nothing but the network.
      instead: (stage, command, cwd) => {
        if (stage !== 'build' || !command.startsWith('npm ci')) return false;
        mkdirSync(join(cwd, '.cache'), { recursive: true });
        symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
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
    ['docker/prune.mjs', SERVICE, join(FOLDER, 'refused'), 'node:24'],
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

test('an unknown command is refused', () => assert.match(run(['fly']).stderr, /unknown command fly/));
