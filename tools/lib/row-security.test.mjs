import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowSecurity } from './row-security.mjs';

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
