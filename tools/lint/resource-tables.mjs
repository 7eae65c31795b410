import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Schemas that are generated from the resources of a service: all models in them are tables of resources. */
const SCHEMA = 'prisma/schema/generated/resources.prisma';

/** `model Name { … @@map("table") … }` of a generated schema; enumerations are mapped, too, and are no tables. */
export const tablesOf = (schema) =>
  [...schema.matchAll(/^model \w+ \{[^]*?^\}/gm)].flatMap(
    ([model]) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? [],
  );

/** The tables of the resources of every service, by the folder of the service. */
export function resourceTables(root) {
  const tables = new Map();
  for (const name of readdirSync(join(root, 'services'))) {
    const schema = join(root, 'services', name, SCHEMA);
    if (!existsSync(schema)) continue;
    tables.set(`services/${name}`, new Set(tablesOf(readFileSync(schema, 'utf8'))));
  }
  return tables;
}
