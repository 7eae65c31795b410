// What the charts are made from: the topology, the topics, and the intent that each chart declares.
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { ROOT } from '../../dev/lib/settings.mjs';

export const CHARTS = join(ROOT, 'charts');
export const PLATFORM = join(ROOT, 'k8s/platform');
export const LIBRARY = 'service-lib';
export const UMBRELLA = 'coulisse';

export const readText = (...path) => readFileSync(join(...path), 'utf8');
export const readYaml = (...path) => parse(readText(...path), { merge: true }) ?? {};

/** The rows of the one table of parts. @returns {import('../../dev/lib/topology.mjs').Part[]} */
export const topology = () => JSON.parse(readText(ROOT, 'packages/contracts/src/topology.json'));

/** The parts that have a chart. */
export const chartedParts = () =>
  topology().filter(({ name }) => existsSync(join(CHARTS, name, 'values.yaml')));

/** What a part declares, with the defaults of the library. */
export function intentOf(name) {
  const { global: _global, ...defaults } = readYaml(CHARTS, LIBRARY, 'values.yaml');
  const own = readYaml(CHARTS, name, 'values.yaml');
  const merged = { ...defaults, ...own };
  for (const key of ['calls', 'exposes']) merged[key] = { ...defaults[key], ...own[key] };
  return merged;
}

/** The topics with how they are kept. The module that lists them is run; of its message types only the names matter. */
export async function topics() {
  const withoutMessages = {
    name: 'without-messages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/generated\// }, ({ path }) => ({ path, namespace: 'message' }));
      onLoad({ filter: /.*/, namespace: 'message' }, () => ({
        contents: 'module.exports = {}',
        loader: 'js',
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'packages/contracts/src/topics.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
    plugins: [withoutMessages],
  });
  const text = Buffer.from(outputFiles[0].contents).toString('base64');
  const module = await import(`data:text/javascript;base64,${text}`);
  return Object.keys(module.topics).map((name) => ({
    name,
    partitions: module.PARTITIONS,
    config: module.COMPACTED_TOPICS.has(name)
      ? {
          'cleanup.policy': 'compact',
          'max.compaction.lag.ms': module.COMPACTION_MS,
          'segment.ms': module.SEGMENT_MS,
        }
      : { 'cleanup.policy': 'delete', 'retention.ms': module.RETENTION_MS, 'segment.ms': module.SEGMENT_MS },
  }));
}

/** Rights of a part on topics and groups, from its intent. Its groups begin with its name and a dot. */
export function topicRights(name) {
  const { consumes, produces } = intentOf(name);
  const read = consumes.map((topic) => [topic, 'Read']);
  const write = produces.map((topic) => [topic, 'Write']);
  const rights = new Map();
  for (const [topic, right] of [...read, ...write]) rights.set(topic, [...(rights.get(topic) ?? []), right]);
  return {
    topics: [...rights]
      .map(([topic, own]) => ({ topic, operations: [...own.sort(), 'Describe', 'DescribeConfigs'] }))
      .sort((a, b) => a.topic.localeCompare(b.topic)),
    groupPrefix: consumes.length ? `${name}.` : null,
  };
}
