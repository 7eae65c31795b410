// npm run new:resource -- <service> <entity> [--fr "Étiquette"] [--fr-plural "Étiquettes"] [--en "Label"] [--en-plural "Labels"]
//                         [--path crm/labels] [--states DRAFT,VALIDATED --moves valid:DRAFT>VALIDATED]
// Writes the declaration of an entity, plugs it in, and makes its migration. docs/guides/add-a-resource.md goes on from there.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/databases.mjs';
import { create, edit } from './lib/edit.mjs';
import { assertName, camel, plural, sentence } from './lib/names.mjs';

/** `valid:DRAFT>VALIDATED` → its parts; several sources are joined by `|`. */
function moveOf(text, states) {
  const [, name, from, to] = /^([a-z][A-Za-z0-9-]*):([A-Z_|]+)>([A-Z_]+)$/.exec(text) ?? [];
  if (!name) throw new Error(`${text} is not a move: valid:DRAFT>VALIDATED`);
  const sources = from.split('|');
  const unknown = [...sources, to].find((state) => !states.includes(state));
  if (unknown) throw new Error(`${text}: ${unknown} is not one of the states ${states.join(', ')}`);
  return { name, from: sources, to };
}

function lifecycleOf(states, moves) {
  if (states.length === 0) return '';
  const lines = moves.map(
    ({ name, from, to }) =>
      `${JSON.stringify(name)}: { from: ${JSON.stringify(from)}, to: '${to}', right: '${name}' },`,
  );
  return `lifecycle: { states: ${JSON.stringify(states)}, transitions: { ${lines.join(' ')} } },`;
}

const declaration = ({ service, entity, label, path, states, moves }) => `
import { archivable, defineResource, text } from '@coulisse/resource';
import en from './${entity}.en.json';
import fr from './${entity}.fr.json';

/** ${label.en}. */
export const ${camel(entity)} = defineResource('${service}.${entity}', {
  path: '${path}',
  texts: { fr, en },
  rights: '${service}.${entity}',
  fields: archivable({ name: text({ max: 120 }).required().unique().searchable() }),
  ${lifecycleOf(states, moves)}
  list: ['name'${states.length ? ", 'state'" : ''}],
});
`;

/** Drafts of every text that its screens need; states and moves are left for the developer to translate. */
function texts(name, language, label, { states, moves }) {
  const words = {
    fr: { new: `Nouveau : ${label.one.toLowerCase()}`, name: 'Nom', archived: 'Archivé', state: 'État' },
    en: { new: `New ${label.one.toLowerCase()}`, name: 'Name', archived: 'Archived', state: 'State' },
  }[language];
  return {
    [name]: label.one,
    [`${name}.plural`]: label.many,
    [`${name}.new`]: words.new,
    [`${name}.name`]: words.name,
    [`${name}.isArchived`]: words.archived,
    ...(states.length ? { [`${name}.state`]: words.state } : {}),
    ...Object.fromEntries(states.map((state) => [`${name}.state.${state}`, sentence(state.toLowerCase())])),
    ...Object.fromEntries(moves.map((move) => [`${name}.action.${move.name}`, sentence(move.name)])),
  };
}

/** Adds a resource to the manifest, in whichever of two ways the service lists its resources. */
function listed(source, symbol) {
  if (source.includes('Object.values(resources)')) return source;
  const names = /import \{([^}]*)\} from '\.\/resources';/.exec(source);
  const list = /\n {2}resources: \[([^\]]*)\]/.exec(source);
  if (!names || !list) return null;
  return source
    .replace(names[0], `import {${names[1].replace(/,?\s*$/, '')}, ${symbol} } from './resources';`)
    .replace(list[0], `\n  resources: [${list[1].replace(/,?\s*$/, '')}, ${symbol}]`);
}

/** Adds a line to the suite, after the last resource that uses its harness without changes. */
function suited(source, symbol) {
  if (source.includes('Object.values(declared)')) return source;
  const lines = [...source.matchAll(/^( *)describeResource\((resources\.)?\w+, ([\w.]+(?:\(\))?)\);$/gm)];
  const last = lines.at(-1);
  if (!last) return null;
  const [line, indent, prefix = '', harness] = last;
  return source.replace(line, () => `${line}\n${indent}describeResource(${prefix}${symbol}, ${harness});`);
}

async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(
      ['fr', 'fr-plural', 'en', 'en-plural', 'path', 'states', 'moves'].map((name) => [
        name,
        { type: 'string' },
      ]),
    ),
  });
  const [service, entity] = positionals;
  assertName(entity, 'An entity');
  const folder = `services/${service}`;
  if (!existsSync(join(root, folder, 'src/service.ts')))
    throw new Error(`${service} is not a service of this repository: npm run new:service -- ${service}`);
  const states = values.states?.split(',') ?? [];
  const moves = (values.moves?.split(',') ?? []).map((text) => moveOf(text, states));
  if (states.length && moves.length === 0)
    throw new Error('states without moves: --moves valid:DRAFT>VALIDATED');
  const label = { fr: values.fr ?? sentence(entity), en: values.en ?? sentence(entity) };
  const many = {
    fr: values['fr-plural'] ?? `${label.fr}s`,
    en: values['en-plural'] ?? plural(label.en),
  };
  const path = values.path ?? `${service}/${plural(entity)}`;
  const symbol = camel(entity);
  const name = `${service}.${entity}`;

  await create(
    `${folder}/src/resources/${entity}.resource.ts`,
    declaration({ service, entity, label, path, states, moves }),
  );
  await edit(`${folder}/src/resources/index.ts`, (text) =>
    [
      ...new Set([
        ...text.trim().split('\n').filter(Boolean),
        `export { ${symbol} } from './${entity}.resource';`,
      ]),
    ]
      .filter((line) => line !== 'export {};')
      .join('\n'),
  );
  await edit(`${folder}/src/service.ts`, (text) => listed(text, symbol));
  for (const language of ['fr', 'en'])
    await create(
      `${folder}/src/resources/${entity}.${language}.json`,
      JSON.stringify(
        texts(name, language, { one: label[language], many: many[language] }, { states, moves }),
      ),
    );
  await edit(`${folder}/test/resources.int.test.ts`, (text) => suited(text, symbol));
  // A service with records publishes them, for references and the search.
  await edit(`charts/${service}/values.yaml`, (text) =>
    text.replace(/^produces: \[\]$/m, 'produces:\n  - coulisse.resource.v1'),
  );
  execFileSync(process.execPath, [join(root, 'tools/charts.mjs'), 'goldens', '--if-built'], {
    stdio: 'inherit',
  });
  execFileSync(
    process.execPath,
    [join(root, 'tools/migration.mjs'), service, `add_${entity.replaceAll('-', '_')}`],
    {
      stdio: 'inherit',
    },
  );
  console.log(`${name} is declared: its fields are in ${folder}/src/resources/${entity}.resource.ts`);
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
