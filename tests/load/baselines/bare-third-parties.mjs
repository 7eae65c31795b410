// The least that can serve the same requests with the same content: node:http, a pool, one prepared statement each,
// written by hand. No rights, no tenant's transaction, no row security, no rules, no history, no event.
import pg from 'pg';
import { serveJson } from './json-server.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tenant = process.env.TENANT_ID;
const COLUMNS =
  'id, version, kind, name, first_name, last_name, email, telephone, mobile, created_at, updated_at';
/** The columns of a record that the product shows, beside labels, addresses and turnover. */
const RECORD =
  `id version kind civility_id first_name last_name name particular_type job_id photo_id photo_label
  email secondary_email telephone telephone2 mobile mobile2 fax website language group_id type status_id loyalty_id
  loyalty_is_manual customer_accounting_code_id newsletter_subscribed siren siret naf rcs eori
  legal_status_id capital workforce vat_regime intracommunity_vat_number subscription_start subscription_end is_gift_voucher
  merged_into_id is_archived created_at updated_at`.split(/\s+/);
const LISTED = 'id version kind name email telephone group_id status_id loyalty_id'.split(' ');
const LABELS = {
  civility: 'civility_id',
  tiers_group: 'group_id',
  tiers_status: 'status_id',
  loyalty_label: 'loyalty_id',
  legal_status: 'legal_status_id',
};
const columns = (names) => names.map((name) => `t.${name}`).join(', ');
const labels = (tables) => tables.map((table) => `${table}.name AS ${table}_label`).join(', ');
const joins = (tables) =>
  tables.map((table) => `LEFT JOIN ${table} ON ${table}.id = t.${LABELS[table]}`).join(' ');
const TURNOVER = `(SELECT coalesce(sum(s.amount_ht), 0) FROM tiers_sale s WHERE s.tenant_id = t.tenant_id AND s.tiers_id = t.id
  AND s.cancelled_at IS NULL AND s.sold_at > now() - interval '12 months') AS turnover_ht`;
const ADDRESSES = `(SELECT json_agg(a ORDER BY a.position) FROM tiers_addresses a WHERE a.parent_id = t.id) AS addresses`;
const OF_LISTS = ['tiers_group', 'tiers_status', 'loyalty_label'];

const recordById = (id) =>
  pool.query({
    name: 'one',
    text: `SELECT ${columns(RECORD)}, ${labels(Object.keys(LABELS))}, merged.name AS merged_label, ${TURNOVER}, ${ADDRESSES}
      FROM tiers t ${joins(Object.keys(LABELS))} LEFT JOIN tiers merged ON merged.id = t.merged_into_id
      WHERE t.tenant_id = $1 AND t.id = $2`,
    values: [tenant, id],
  });
const list = () =>
  pool.query({
    name: 'list',
    text: `SELECT ${columns(LISTED)}, ${labels(OF_LISTS)}, ${TURNOVER} FROM tiers t ${joins(OF_LISTS)}
      WHERE t.tenant_id = $1 AND NOT t.is_archived ORDER BY t.name, t.id LIMIT 26`,
    values: [tenant],
  });
const insert = ({ kind, name, email }) =>
  pool.query({
    name: 'insert',
    text: `INSERT INTO tiers (id, tenant_id, kind, name, email) VALUES (uuidv7(), $1, $2, $3, $4) RETURNING ${COLUMNS}`,
    values: [tenant, kind, name, email],
  });

serveJson(async ({ method, path, body }) => {
  const last = path.split('/').pop();
  if (method === 'POST') return [201, (await insert(body)).rows[0]];
  if (last === 'tiers') return [200, { items: (await list()).rows }];
  const { rows } = await recordById(last);
  return rows[0] ? [200, rows[0]] : [404, {}];
});
