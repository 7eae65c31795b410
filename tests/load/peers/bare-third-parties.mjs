// The least that can answer the same questions: node:http, a pool, one prepared statement each. No rights, no tenant's
// transaction, no row security, no rules, no history, no event.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tenant = process.env.TENANT_ID;
const COLUMNS =
  'id, version, kind, name, first_name, last_name, email, telephone, mobile, created_at, updated_at';

const one = (id) =>
  pool.query({
    name: 'one',
    text: `SELECT ${COLUMNS} FROM tiers WHERE tenant_id = $1 AND id = $2`,
    values: [tenant, id],
  });
const list = () =>
  pool.query({
    name: 'list',
    text: `SELECT ${COLUMNS} FROM tiers WHERE tenant_id = $1 ORDER BY name, id LIMIT 25`,
    values: [tenant],
  });
const insert = ({ kind, name, email }) =>
  pool.query({
    name: 'insert',
    text: `INSERT INTO tiers (id, tenant_id, kind, name, email) VALUES (uuidv7(), $1, $2, $3, $4) RETURNING ${COLUMNS}`,
    values: [tenant, kind, name, email],
  });

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks));
}
async function answer(request) {
  const last = new URL(request.url, 'http://peer').pathname.split('/').pop();
  if (request.method === 'POST') return [201, (await insert(await bodyOf(request))).rows[0]];
  if (last === 'tiers') return [200, { items: (await list()).rows }];
  const { rows } = await one(last);
  return rows[0] ? [200, rows[0]] : [404, {}];
}

const server = createServer((request, response) => {
  if (request.url === '/health') return void response.end();
  answer(request).then(
    ([status, content]) => {
      const text = JSON.stringify(content);
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
