// Every file below charts/ and k8s/ that is derived from another one, with its content.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../../dev/lib/settings.mjs';
import {
  CHARTS,
  LIBRARY,
  PLATFORM,
  UMBRELLA,
  chartedParts,
  intentOf,
  readText,
  readYaml,
  topicRights,
  topics,
  topology,
} from './parts.mjs';
import { realmImports } from './realm-import.mjs';
import { skaffold } from './skaffold.mjs';
import { librarySchema, partSchema, platformSchema, umbrellaSchema } from './schema.mjs';
import { valuesTable, withTable } from './values-table.mjs';

const ALL = '{{ include "service-lib.all" . }}\n';
const VERSION = '0.1.0';
const STYLE = JSON.parse(readText(ROOT, '.prettierrc.json'));
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The ports and kinds of all parts, as a template: a library chart has no files that its users could read. */
function topologyTemplate() {
  const rows = topology().map(({ name, kind, isBackground = false, httpPort, grpcPort }) => [
    name,
    { kind, isBackground, httpPort, ...(grpcPort ? { grpcPort } : {}) },
  ]);
  return `{{/* Written by \`npm run charts\` from packages/contracts/src/topology.json. */}}
{{- define "service-lib.topology" -}}
${JSON.stringify(Object.fromEntries(rows), null, 2)}
{{- end -}}
`;
}

const umbrellaChart = (parts) => `# Written by \`npm run charts\`.
apiVersion: v2
name: ${UMBRELLA}
description: The back office and the box office of companies that run live shows.
type: application
version: ${VERSION}
appVersion: ${VERSION}
kubeVersion: '>=1.30.0-0'
dependencies:
${parts
  .map(
    (name) => `  - name: ${name}
    version: ${VERSION}
    repository: file://../${name}
    condition: ${name}.enabled
`,
  )
  .join('')}`;

const partReadme = (name, description) => `# ${name}

${description} Installed by the chart [coulisse](../README.md), which explains what the values mean together.

## Values

The values of the chart itself; those of every part are in [service-lib](../service-lib/README.md), and may be set here too.

<!-- values -->
<!-- /values -->
`;

/** Who calls whom, and which events go where: arrows of a diagram. */
export function serviceGraph(parts) {
  const lines = parts.flatMap(({ name }) => {
    const { calls } = intentOf(name);
    const grpc = calls.grpc.map((peer) => `  ${name} -->|gRPC| ${peer}`);
    const http = calls.http.length ? [`  ${name} -->|HTTP| ${calls.http.join(' & ')}`] : [];
    return [...http, ...grpc];
  });
  return ['```mermaid', 'flowchart LR', ...lines, '```'].join('\n');
}

export function topicTable(parts, allTopics) {
  const who = (key, topic) =>
    parts
      .filter(({ name }) => intentOf(name)[key].includes(topic))
      .map(({ name }) => name)
      .join(', ');
  const rows = allTopics.map(
    ({ name }) => `| \`${name}\` | ${who('produces', name)} | ${who('consumes', name)} |`,
  );
  return ['| Topic | Written by | Read by |', '| --- | --- | --- |', ...rows].join('\n');
}

function between(text, mark, content) {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`charts/README.md needs ${begin} and ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${content}\n\n${text.slice(to)}`;
}

/** @returns {Promise<Map<string, string>>} content by the path in the repository */
export async function generatedFiles() {
  const files = new Map();
  const parts = chartedParts();
  const allTopics = await topics();
  const names = allTopics.map(({ name }) => name);
  const put = (path, text) => files.set(path, text);
  const readme = (chart, text) =>
    put(`charts/${chart}/README.md`, withTable(text, valuesTable(readText(CHARTS, chart, 'values.yaml'))));

  put(`charts/${LIBRARY}/templates/_topology.tpl`, topologyTemplate());
  put(`charts/${LIBRARY}/values.schema.json`, json(librarySchema(names)));
  readme(LIBRARY, readText(CHARTS, LIBRARY, 'README.md'));
  for (const { name } of parts) {
    put(`charts/${name}/templates/all.yaml`, ALL);
    put(`charts/${name}/values.schema.json`, json(partSchema(name, names)));
    readme(name, partReadme(name, readYaml(CHARTS, name, 'Chart.yaml').description));
  }
  put(`charts/${UMBRELLA}/Chart.yaml`, umbrellaChart(parts.map(({ name }) => name)));
  put(`charts/${UMBRELLA}/values.schema.json`, json(umbrellaSchema(parts.map(({ name }) => name))));
  readme(UMBRELLA, readText(CHARTS, UMBRELLA, 'README.md'));
  const overview = between(readText(CHARTS, 'README.md'), 'calls', serviceGraph(parts));
  put('charts/README.md', between(overview, 'topics', topicTable(parts, allTopics)));

  put('skaffold.yaml', skaffold(parts.map(({ name }) => name)));

  put('k8s/platform/values.schema.json', json(platformSchema(readYaml(PLATFORM, 'values.yaml'))));
  put('k8s/platform/files/topics.json', json(allTopics));
  put(
    'k8s/platform/files/parts.json',
    json(
      parts.map(({ name, kind }) => {
        const { database, consumes, produces } = intentOf(name);
        return {
          name,
          kind,
          database,
          usesKafka: consumes.length + produces.length > 0,
          ...topicRights(name),
        };
      }),
    ),
  );
  // The file that the local stack runs: a chart has no files from outside its folder.
  const collector = join(ROOT, 'observability/collector.yaml');
  if (existsSync(collector)) put('k8s/platform/files/collector.yaml', readText(collector));
  for (const realm of realmImports()) put(`k8s/platform/files/realms/${realm.realm}.json`, json(realm));
  const platformReadme = readText(PLATFORM, 'README.md');
  put('k8s/platform/README.md', withTable(platformReadme, valuesTable(readText(PLATFORM, 'values.yaml'))));

  for (const [path, text] of files)
    if (!path.includes('/templates/')) files.set(path, await format(text, { ...STYLE, filepath: path }));
  return files;
}

/** Files that `npm run charts` would not write any more. */
export function leftOver(files) {
  const folder = join(PLATFORM, 'files/realms');
  const found = existsSync(folder)
    ? readdirSync(folder).map((name) => `k8s/platform/files/realms/${name}`)
    : [];
  return found.filter((path) => !files.has(path));
}
