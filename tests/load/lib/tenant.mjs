// A tenant of its own for a benchmark: one login, no event published, nothing left behind.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { addresses } from '../../../dev/lib/addresses.mjs';
import { accessToken, AdminApi, keycloakAccess } from '../../../dev/lib/keycloak-client.mjs';

const REALM = '/coulisse';
/** Of the short names of these tenants. */
const PREFIX = 'bench-';
/** Tokens live for minutes; each round requests a fresh one. */
const FRESH_MS = 60_000;

/** A connection to a service's database as the superuser, because row security would refuse the seeded rows. */
export async function superuser(database) {
  const url = new URL(addresses().databaseUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return { client, url: url.href };
}

/** Runs `work` with such a connection. */
export async function inDatabase(database, work) {
  const { client } = await superuser(database);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const keycloak = () => new AdminApi(keycloakAccess());

/** Deletes the tenant, its administrator and the login. */
async function removeTenant({ id, userId }) {
  if (userId) await keycloak().delete(`${REALM}/users/${userId}`);
  await inDatabase('identity', async (client) => {
    for (const table of ['staff_user', 'saas_customer'])
      await client.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [id]);
  });
}

/** Tenants that an interrupted benchmark left. */
export async function leftTenants() {
  const rows = await inDatabase('identity', async (client) =>
    client.query(
      `SELECT c.id, c.slug AS name, u.subject AS "userId" FROM saas_customer c LEFT JOIN staff_user u ON u.tenant_id = c.id
       WHERE c.slug ~ $1`,
      [`^${PREFIX}[0-9a-f]{8}$`],
    ),
  );
  return rows.rows.map((row) => ({ ...row, remove: () => removeTenant(row) }));
}

/** Creates the tenant, its administrator and the login. */
export async function makeTenant() {
  const id = randomUUID();
  const name = PREFIX + randomBytes(4).toString('hex');
  const login = `${name}@bench.example`;
  const password = randomBytes(18).toString('base64');
  const api = keycloak();
  await api.post(`${REALM}/users`, {
    username: login,
    email: login,
    firstName: 'Bench',
    lastName: 'Mark',
    enabled: true,
    emailVerified: true,
    attributes: { tenant_id: [id] },
    credentials: [{ type: 'password', value: password, temporary: false }],
  });
  const [user] = await api.get(`${REALM}/users?exact=true&username=${encodeURIComponent(login)}`);
  await inDatabase('identity', async (client) => {
    await client.query('INSERT INTO saas_customer (id, tenant_id, name, slug) VALUES ($1, $1, $2, $2)', [
      id,
      name,
    ]);
    await client.query(
      `WITH made AS (INSERT INTO role (id, tenant_id, name, code, based_on)
         VALUES (uuidv7(), $2, 'Administrateur', 'ADMINISTRATOR', 'ADMINISTRATOR') RETURNING id)
       INSERT INTO staff_user (id, tenant_id, display_name, first_name, last_name, email, role_id, access, subject)
       SELECT $1, $2, 'Bench Mark', 'Bench', 'Mark', $3, id, 'ACTIVE', $4 FROM made`,
      [randomUUID(), id, login, user.id],
    );
  });

  let token = { text: '', at: -Infinity };
  const headers = async () => {
    if (performance.now() - token.at > FRESH_MS)
      token = { text: await accessToken(login, password), at: performance.now() };
    return { authorization: `Bearer ${token.text}` };
  };
  return { id, headers, remove: () => removeTenant({ id, userId: user.id }) };
}
