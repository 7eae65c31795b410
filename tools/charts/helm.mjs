// Charts with their dependencies beside them, and what Helm renders of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findHelm } from '../../dev/infra/helm.mjs';
import { CACHE_DIR } from '../../dev/lib/settings.mjs';
import { CHARTS, LIBRARY, UMBRELLA, chartedParts } from './parts.mjs';

/** Kinds of the operators that the platform brings, for rendering without a cluster. */
export const OPERATOR_APIS = ['monitoring.coreos.com/v1', 'external-secrets.io/v1'];
/** Stands for the digest of an image that was not built. */
export const NO_DIGEST = `sha256:${'0'.repeat(64)}`;

/** Neither archives of dependencies nor the test chart, which would contain its own library. */
const isChartFile = (folder) => (source) =>
  !/^[\\/](?:charts|test-chart)(?:[\\/]|$)/.test(source.slice(folder.length));

/**
 * Copies the charts into a folder, each with those that it depends on in its own `charts`: what `helm dependency build`
 * does from the innermost chart on, without archives.
 * @param {string} folder @param {string} [source]
 */
export function assembleCharts(folder, source = CHARTS) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = (name, target) =>
    cpSync(join(source, name), target, { recursive: true, filter: isChartFile(join(source, name)) });
  const names = chartedParts().map(({ name }) => name);
  for (const name of [...names, UMBRELLA, LIBRARY]) copy(name, join(folder, name));
  for (const name of names) copy(LIBRARY, join(folder, name, 'charts', LIBRARY));
  for (const name of names)
    cpSync(join(folder, name), join(folder, UMBRELLA, 'charts', name), { recursive: true });
  return folder;
}

export const assembled = () => assembleCharts(join(CACHE_DIR, 'charts'));

/** Runs Helm, and answers with what it writes. Throws with its message when it fails. */
export async function helm(args, { input, env } = {}) {
  const child = spawn(await findHelm(), args, {
    // No configuration of the user takes part.
    env: {
      ...process.env,
      HELM_CACHE_HOME: join(CACHE_DIR, 'helm'),
      HELM_CONFIG_HOME: join(CACHE_DIR, 'helm'),
      ...env,
    },
  });
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`helm ${args.join(' ')}\n${stderr}${stdout}`);
  return stdout;
}

/**
 * What a chart renders, as text.
 * @param {string} chart folder @param {{ values?: object, files?: string[], apis?: readonly string[], release?: string, only?: string }} [options]
 */
export const template = (
  chart,
  { values = {}, files = [], apis = OPERATOR_APIS, release = 'coulisse', only } = {},
) =>
  helm(
    [
      'template',
      release,
      chart,
      '--namespace=coulisse',
      ...apis.map((api) => `--api-versions=${api}`),
      ...files.map((file) => `--values=${file}`),
      '--values=-',
      ...(only ? [`--show-only=${only}`] : []),
    ],
    { input: JSON.stringify(values) },
  );

/** Images of the platform, which no values file can know. */
export const PLATFORM_IMAGES = {
  images: Object.fromEntries(
    ['gotenberg', 'collector', 'keycloak'].map((name) => [name, `${name}@${NO_DIGEST}`]),
  ),
};

/** Values with which every part renders all that it can. */
export const completeValues = (names) => ({
  global: { secrets: { store: 'vault' } },
  ...Object.fromEntries(names.map((name) => [name, { image: { digest: NO_DIGEST } }])),
});
