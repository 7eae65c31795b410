// The least that can serve a label with the same columns: node:http, a pool, one prepared statement each.
import pg from 'pg';
import { serveJson } from './json-server.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tenant = process.env.TENANT_ID;
const COLUMNS = 'id, version, name, is_archived, created_at, updated_at';

const labelById = (id) =>
  pool.query({
    name: 'label',
    text: `SELECT ${COLUMNS} FROM legal_status WHERE tenant_id = $1 AND id = $2`,
    values: [tenant, id],
  });
const list = () =>
  pool.query({
    name: 'list',
    text: `SELECT ${COLUMNS} FROM legal_status WHERE tenant_id = $1 AND NOT is_archived ORDER BY name, id LIMIT 26`,
    values: [tenant],
  });
const insert = ({ name }) =>
  pool.query({
    name: 'insert',
    text: `INSERT INTO legal_status (id, tenant_id, name) VALUES (uuidv7(), $1, $2) RETURNING ${COLUMNS}`,
    values: [tenant, name],
  });

serveJson(async ({ method, path, body }) => {
  const last = path.split('/').pop();
  if (method === 'POST') return [201, (await insert(body)).rows[0]];
  if (last === 'labels') return [200, { items: (await list()).rows.slice(0, 25) }];
  const { rows } = await labelById(last);
  return rows[0] ? [200, rows[0]] : [404, {}];
});
