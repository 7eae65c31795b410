import { randomUUID } from 'node:crypto';
import { findLeaks, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import type { TenantPredicate } from '../src/types';
import { locales } from '@coulisse/sample/locales/texts';
import { gadget, holiday, shelf } from '@coulisse/sample/resources';
import { noFiles, serveResources } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, holiday, shelf];
/** Disables the tenant condition; the parameter must stay in use. */
const anyTenant: TenantPredicate = (_alias, parameter) => `${parameter}::uuid IS NOT NULL`;

async function leaks(database: SampleDatabase, tenantPredicate?: TenantPredicate): Promise<string[]> {
  const tenants = [randomUUID(), randomUUID()] as const;
  const db = database.open();
  const server = await serveResources(db, { resources, tenantPredicate }, noFiles);
  try {
    const harness: ResourceHarness = {
      request: server.request,
      tenants: () => tenants,
      locales,
      resources,
    };
    // Without encrypted values, which are a third protection: only the other two are tested here.
    const plain = { ...harness, input: () => ({ name: 'Robot', price: '1.00', kind: 'TOOL' }) };
    const found = [];
    for (const resource of resources)
      found.push(...(await findLeaks(resource, resource === gadget ? plain : harness)));
    return found;
  } finally {
    await server.close();
    await db.close();
  }
}

/** Two protections isolate tenants: the pipeline's condition and row-level security. Each alone must be enough. */
describe('tenant isolation', () => {
  let locked: SampleDatabase;
  let sabotaged: SampleDatabase;
  beforeAll(async () => {
    locked = await sampleDatabase();
    sabotaged = await sampleDatabase();
    const tables = await sabotaged.asSuperuser(
      `SELECT DISTINCT format('%I.%I', schemaname, tablename) AS table FROM pg_policies WHERE policyname = 'tenant'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { table } of tables) {
      await sabotaged.asSuperuser(`DROP POLICY tenant ON ${String(table)}`);
      await sabotaged.asSuperuser(`ALTER TABLE ${String(table)} DISABLE ROW LEVEL SECURITY`);
    }
  });
  afterAll(() => Promise.all([locked.drop(), sabotaged.drop()]));

  test('holds with both protections (R-001)', async () => expect(await leaks(locked)).toEqual([]));
  test('holds with row-level security alone', async () => expect(await leaks(locked, anyTenant)).toEqual([]));
  test('holds with the condition alone', async () => expect(await leaks(sabotaged)).toEqual([]));
  test('fails without both: every attack then succeeds', async () => {
    const found = await leaks(sabotaged, anyTenant);
    for (const { path } of resources)
      for (const attack of ['GET', 'PATCH', 'DELETE'])
        expect(found).toContainEqual(
          expect.stringMatching(new RegExp(`^${attack} /b/api/${path}/x answered 20[04]`)),
        );
    expect(found).toContain('GET /b/api/sample/holidays/x/history answered 200');
    expect(found).toContain('POST /b/api/sample/holidays/x/transitions/valid changed the record');
    expect(found).toContain('DELETE /b/api/sample/shelves/x changed the record');
    expect(found).toContain('GET /b/api/sample/gadgets shows the record');
    expect(found).toContain('POST /b/api/sample/gadgets/x/duplicate answered 201');
    expect(found).toContain('POST /b/api/sample/shelves/x/archive changed the record');
    expect(found).toContain('delete by POST /b/api/sample/gadgets/_bulk changed the record');
    expect(found).toContain('POST /b/api/sample/gadgets/_export tells the record');
  });

  test('every tenant table forces row-level security, and no role bypasses it', async () => {
    const open = await locked.asSuperuser(
      `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity
         AND EXISTS (SELECT FROM pg_policies p WHERE (p.schemaname, p.tablename) = (c.relnamespace::regnamespace::text, c.relname) AND p.policyname = 'tenant'))`,
    );
    expect(open).toEqual([]);
    const roles = await locked.asSuperuser(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'sample_%' AND (rolsuper OR rolbypassrls)`,
    );
    expect(roles).toEqual([]);
  });

  test('a row cannot be written for another tenant', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    const actor = { kind: 'staff', tenantId: ours, userId: null, rights: ['*'] } as never;
    const write = locked.db.inTenant(actor, (tx) =>
      tx.sql.query(`INSERT INTO shelf (id, tenant_id, name) VALUES ($1, $2, 'x')`, [randomUUID(), theirs]),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });
});
