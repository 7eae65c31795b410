// npm run observability : writes what Prometheus and Grafana read from its descriptions: rules, their tests, dashboards.
//   npm run observability -- --check    only says whether the files are current
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { dashboards } from '../observability/dashboards/dashboards.mjs';
import { ruleTests } from '../observability/rules/cases.mjs';
import { ruleFiles } from '../observability/rules/objectives.mjs';

const HERE = fileURLToPath(new URL('../observability', import.meta.url));
const NOTE = '# Written by `npm run observability` from rules/objectives.mjs and rules/cases.mjs.\n';

/** Folders whose files are all written here. */
const WRITTEN = [
  ['rules', '.yaml'],
  ['rules/tests', '.yaml'],
  ['dashboards', '.json'],
];

async function files() {
  const yaml = (value) => NOTE + stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
  const texts = {
    ...Object.fromEntries(Object.entries(ruleFiles()).map(([name, value]) => [`rules/${name}`, yaml(value)])),
    'rules/tests/alerts.yaml': yaml(ruleTests()),
    ...Object.fromEntries(
      dashboards().map((dashboard) => [`dashboards/${dashboard.uid}.json`, JSON.stringify(dashboard)]),
    ),
  };
  const formatted = await Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const path = join(HERE, name);
      return [name, await format(text, { ...(await resolveConfig(path)), filepath: path })];
    }),
  );
  return new Map(formatted);
}

const present = () =>
  WRITTEN.flatMap(([folder, ending]) =>
    existsSync(join(HERE, folder))
      ? readdirSync(join(HERE, folder))
          .filter((name) => name.endsWith(ending))
          .map((name) => `${folder}/${name}`)
      : [],
  );

const expected = await files();
const stale = present().filter((name) => !expected.has(name));
if (process.argv.includes('--check')) {
  const differing = [...expected].filter(
    ([name, text]) => !existsSync(join(HERE, name)) || readFileSync(join(HERE, name), 'utf8') !== text,
  );
  for (const name of [...differing.map(([name]) => name), ...stale])
    console.error(`observability/${name} is not what its description says: npm run observability`);
  if (differing.length + stale.length > 0) process.exitCode = 1;
} else {
  for (const name of stale) rmSync(join(HERE, name));
  for (const [name, text] of expected) {
    mkdirSync(dirname(join(HERE, name)), { recursive: true });
    writeFileSync(join(HERE, name), text);
  }
}
