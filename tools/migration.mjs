// npm run migration -- <service> <name>   the next migration of a service: from the committed snapshot to its schema, no database needed
// npm run migration -- check              exit 1 when a schema is ahead of its snapshot: a migration was forgotten
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { generate } from './generate.mjs';
import { parts, read, root } from './lib/databases.mjs';
import { withDerived } from './lib/derived.mjs';
import { rowSecurity } from './lib/row-security.mjs';
import { difference } from './lib/schema-engine.mjs';

const concatenate = (files) => files.map((file) => file.content).join('\n');

/** The script from the committed snapshot of a part to its schema, empty when they are the same. */
async function script({ name, prisma }) {
  const { sql, files } = await difference(prisma);
  const rights = rowSecurity(name, sql, files);
  const changes = [sql.trimEnd(), rights].filter(Boolean).join('\n\n');
  const before = await read(join(prisma, 'schema.snapshot.prisma'));
  return { sql: withDerived(changes, before, concatenate(files)), files };
}

async function check() {
  await generate();
  const late = [];
  for (const part of await parts()) {
    const { sql } = await script(part);
    if (sql) late.push(`${part.name}: the schema is ahead of the migrations\n${sql}`);
  }
  console.log(late.length ? late.join('\n') : 'every schema is what its migrations reach');
  process.exitCode = late.length ? 1 : 0;
}

async function create(service, name) {
  await generate([service]);
  const part = (await parts()).find((candidate) => candidate.name === service);
  if (!part) throw new Error(`${service} has no prisma/schema/main.prisma`);
  const { sql, files } = await script(part);
  if (!sql) return console.log(`${service}: nothing changed`);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const migrations = join(part.prisma, 'migrations');
  const folder = join(migrations, `${stamp}_${name.replace(/\W+/g, '_')}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${sql.trimEnd()}\n`);
  await writeFile(join(migrations, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await writeFile(join(part.prisma, 'schema.snapshot.prisma'), concatenate(files));
  console.log(relative(root, join(folder, 'migration.sql')));
}

async function main([service, name]) {
  if (service === 'check') return check();
  if (service && name) return create(service, name);
  throw new Error('npm run migration -- <service> <name> | check');
}
await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
// The engine's module keeps handles open.
process.exit();
