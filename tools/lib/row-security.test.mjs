import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageSchemas, root } from './databases.mjs';
import { rowSecurity } from './row-security.mjs';
import { difference } from './schema-engine.mjs';

const table = 'CREATE TABLE "thing" (\n    "id" UUID NOT NULL,\n    "tenant_id" UUID NOT NULL,\n);\n';
const rights = (...notes) =>
  rowSecurity('shop', table, [
    { content: `${notes.map((note) => `/// ${note}\n`).join('')}model Thing {\n  @@map("thing")\n}\n` },
  ]);

describe('rights of a new table', () => {
  it('are all for its tenant, none for the platform', () => {
    const sql = rights();
    assert.match(sql, /GRANT SELECT, INSERT, UPDATE, DELETE ON "thing" TO "shop_app";/);
    assert.doesNotMatch(sql, /shop_platform/);
  });
  it('of the platform may be for some columns, with a policy each', () => {
    const sql = rights('grant platform: select (id, tenant_id), update (id)', 'grant platform: delete');
    assert.match(
      sql,
      /GRANT SELECT \("id", "tenant_id"\), UPDATE \("id"\), DELETE ON "thing" TO "shop_platform";/,
    );
    for (const verb of ['SELECT', 'UPDATE', 'DELETE'])
      assert.match(sql, new RegExp(`FOR ${verb} TO "shop_platform"`));
  });
  it('are refused when they cannot be parsed', () => {
    assert.throws(() => rights('grant platform: select (id'), /a grant is a verb/);
  });
});

/** The first migration of a new service. */
async function firstMigration() {
  const prisma = await mkdtemp(join(tmpdir(), 'coulisse-kit-'));
  try {
    await mkdir(join(prisma, 'schema'));
    await writeFile(join(prisma, 'schema/main.prisma'), 'datasource db {\n  provider = "postgresql"\n}\n');
    for (const { name, path } of await packageSchemas())
      await cp(path, join(prisma, `schema/${name}.prisma`));
    const { sql, files } = await difference(prisma);
    return rowSecurity('sample', sql, files);
  } finally {
    await rm(prisma, { recursive: true });
  }
}

describe('rights of the packages’ tables in a new service', () => {
  it('on jobs equal those that a migration left to existing services', async () => {
    const [, granted] = /^GRANT (.*) ON "job" TO "sample_platform";$/m.exec(await firstMigration());
    const narrowed = await readFile(
      join(root, 'packages/sample/prisma/migrations/20261122141800_narrower_platform_rights/migration.sql'),
      'utf8',
    );
    const left = [...narrowed.matchAll(/^GRANT (.*) ON "job"/gm)].map(([, right]) => right);
    assert.equal(granted, [...left, 'DELETE'].join(', '));
  });
});
