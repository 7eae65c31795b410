// Third parties by the million, in the crm of the running stack, for a tenant of the benchmark's own.
import { superuser } from './tenant.mjs';

/** Rows that resemble the third parties of a tenant: names repeat, addresses do not. */
const ROWS = `
  INSERT INTO tiers (id, tenant_id, kind, name, first_name, last_name, email, telephone)
  SELECT uuidv7(), $1, (CASE WHEN n % 3 = 0 THEN 'society' ELSE 'particular' END)::tiers_kind,
    CASE WHEN n % 3 = 0 THEN (ARRAY['Théâtre', 'Société', 'Garage', 'Hôtel', 'Éditions', 'Café', 'Atelier'])[1 + n / 3 % 7] || ' ' || family || ' ' || n END,
    CASE WHEN n % 3 <> 0 THEN given END, CASE WHEN n % 3 <> 0 THEN family END,
    CASE WHEN n % 10 <> 0 THEN 'client' || n || '@' || (ARRAY['orange.example', 'free.example', 'laposte.example'])[1 + n % 3] END,
    '+33 ' || (1 + n % 5) || ' ' || lpad((n * 7919 % 100000000)::text, 8, '0')
  FROM (
    SELECT n, (ARRAY['Élodie', 'Jean', 'Zoé', 'Marie', 'Hélène', 'François', 'Noël', 'Aïcha', 'Léa', 'Paul', 'Chloé', 'Andréa', 'Benoît', 'Cécile', 'Daniel', 'Émile'])[1 + (hashint8(n) & 15)] AS given,
      (ARRAY['Du', 'Le', 'Ma', 'Bo', 'Pe', 'Ro', 'La', 'Gi', 'Fa', 'Mo', 'Sa', 'Ve', 'Ta', 'Lo', 'Ca', 'Ne'])[1 + (hashint8(n + 7) & 15)]
      || (ARRAY['pont', 'rand', 'rtin', 'nnet', 'tit', 'bert', 'mbert', 'raud', 'vre', 'reau', 'lmon', 'rdier', 'nguy', 'pez', 'zal', 'uville'])[1 + (hashint8(n + 13) & 15)]
      || (ARRAY['', '', '', 'in', 'eau', 'ot', 'ier', 'et'])[1 + (hashint8(n + 17) & 7)] AS family
    FROM generate_series($2::bigint, $3::bigint) n
  ) people`;
const PORTION = 50_000;

/** Seeds third parties until there are `count`. @param {string} tenantId @param {number} count @param {number} [first] number of the first one */
export async function seedThirdParties(tenantId, count, first = 1) {
  const { client } = await superuser('crm');
  try {
    // The rows to be indexed for the search are indexed in few large steps.
    await client.query(`SET gin_pending_list_limit = '128MB'; SET maintenance_work_mem = '256MB'`);
    const began = performance.now();
    for (let from = first; from <= count; from += PORTION)
      await client.query(ROWS, [tenantId, from, Math.min(count, from + PORTION - 1)]);
    await client.query('VACUUM ANALYZE tiers');
    console.log(
      `${(count - first + 1).toLocaleString('en')} third parties in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
  } finally {
    await client.end();
  }
}

/** Deletes all rows of the tenant in crm. */
export async function removeThirdParties(tenantId) {
  const { client } = await superuser('crm');
  try {
    const { rows } = await client.query(
      `SELECT c.table_schema AS schema, c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema IN ('public', 'kit') AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'`,
    );
    // With foreign keys off, rows are deleted in any order: those that reference them are deleted too.
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica`);
    for (const { schema, name } of rows)
      await client.query(`DELETE FROM ${pgName(schema)}.${pgName(name)} WHERE tenant_id = $1`, [tenantId]);
    await client.query('COMMIT');
    // A million dead rows would slow down reads of the few that live.
    await client.query('VACUUM FULL ANALYZE tiers');
  } finally {
    await client.end();
  }
}
const pgName = (name) => `"${name.replaceAll('"', '""')}"`;

/** Ids spread over all third parties of the tenant. */
export async function someIds(tenantId, count) {
  const { client } = await superuser('crm');
  try {
    const { rows } = await client.query(
      'SELECT id FROM tiers TABLESAMPLE SYSTEM (20) WHERE tenant_id = $1 ORDER BY random() LIMIT $2',
      [tenantId, count],
    );
    if (rows.length) return rows.map(({ id }) => id);
    const all = await client.query('SELECT id FROM tiers WHERE tenant_id = $1 LIMIT $2', [tenantId, count]);
    return all.rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
