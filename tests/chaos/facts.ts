import { topology } from '@coulisse/contracts';
import { Client } from 'pg';
import { fromStack } from '../support/stack';

/** All rows that the services wrote, read when the stack is idle. */
export interface Facts {
  reservations: {
    id: string;
    tenant: string;
    code: string;
    state: string;
    outcome: string | null;
    at: Date;
  }[];
  items: { reservation: string; seat: string; performance: string }[];
  claims: { performance: string; seat: string; cart: string; reservation: string | null; state: string }[];
  tickets: {
    tenant: string;
    reservation: string;
    performance: string;
    seat: string;
    code: string;
    state: string;
  }[];
  series: { tenant: string; series: string; year: number; last: number }[];
  /** The payments as ticketing recorded them. */
  settled: { payment: string; reservation: string; state: string; amount: number }[];
  payments: {
    id: string;
    reference: string;
    reservation: string;
    state: string;
    outcome: string | null;
    amount: number;
    refund: boolean;
  }[];
  attempts: { payment: string; outcome: string }[];
  documents: { id: string; reservation: string; size: number }[];
  notifications: { reservation: string; kind: string; success: boolean; email: string }[];
  sales: { reservation: string; cancelled: boolean }[];
  outbox: {
    service: string;
    id: string;
    topic: string;
    type: string;
    seq: number;
    aggregate: string;
    published: boolean;
    at: Date;
  }[];
  inbox: { consumer: string; message: string }[];
  /** Events that a service could not handle yet, or ever. */
  failed: { service: string; state: string; consumer: string; error: string; at: Date }[];
}

type Row = Record<string, unknown>;
export type Connect = (service: string) => Promise<Client>;

export const SERVICES = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);

/** Connects as the superuser, to whom row-level security does not apply. */
export async function connectTo(service: string): Promise<Client> {
  const url = new URL(fromStack('TEST_POSTGRES_URL'));
  url.pathname = `/${service}`;
  const client = new Client({ connectionString: url.href });
  // PostgreSQL may be stopped while the connection is open.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const rowsOf = async <T extends Row>(client: Client, sql: string): Promise<T[]> =>
  (await client.query<T>(sql)).rows;

const has = async (client: Client, table: string): Promise<boolean> =>
  (await client.query('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', ['kit', table]))
    .rowCount === 1;

const OUTBOX = `SELECT id, topic, type, seq::int, aggregate_id AS aggregate, published_at IS NOT NULL AS published,
  created_at AS at FROM kit.outbox`;

/** States of a payment that is refunded, at whatever stage. */
const REFUND = /REFUND/;

async function ticketing(client: Client): Promise<Partial<Facts>> {
  return {
    reservations: await rowsOf(
      client,
      `SELECT r.id, r.tenant_id AS tenant, r.code, r.state::text, p.outcome, r.created_at AS at
         FROM reservation r LEFT JOIN sale_process p ON p.reservation_id = r.id`,
    ),
    items: await rowsOf(
      client,
      'SELECT reservation_id AS reservation, seat_id AS seat, performance_id AS performance FROM reservation_item WHERE canceled_at IS NULL',
    ),
    claims: await rowsOf(
      client,
      `SELECT performance_id AS performance, seat_id AS seat, cart_id AS cart, reservation_id AS reservation, state
         FROM seat_claim WHERE expires_at IS NULL OR expires_at > now()`,
    ),
    tickets: await rowsOf(
      client,
      `SELECT tenant_id AS tenant, reservation_id AS reservation, performance_id AS performance, seat_id AS seat, code,
              state FROM ticket WHERE item_id IS NOT NULL`,
    ),
    series: await rowsOf(client, 'SELECT tenant_id AS tenant, series, year, last FROM kit.number_series'),
    settled: await rowsOf(
      client,
      'SELECT id AS payment, reservation_id AS reservation, state, amount_minor AS amount FROM reservation_payment',
    ),
  };
}

async function payments(client: Client): Promise<Partial<Facts>> {
  // Buyers of the experiments buy seats; the demo theatre has sold gift vouchers before.
  const rows = await rowsOf<{ row: Row }>(
    client,
    'SELECT to_jsonb(payment) AS row FROM payment WHERE reservation_id IS NOT NULL',
  );
  return {
    payments: rows.map(({ row }) => ({
      id: String(row.id),
      reference: String(row.reference),
      reservation: String(row.reservation_id),
      state: String(row.state),
      outcome: row.outcome === null ? null : String(row.outcome),
      amount: Math.round(Number(row.totals) * 100),
      refund:
        row.refund_needed === true ||
        [row.state, row.refund_state].some((state) => typeof state === 'string' && REFUND.test(state)),
    })),
    attempts: await rowsOf(client, 'SELECT payment_id AS payment, outcome FROM payment_attempt'),
  };
}

const readers: Partial<Record<string, (client: Client) => Promise<Partial<Facts>>>> = {
  ticketing,
  payments,
  documents: async (client) => ({
    documents: await rowsOf(
      client,
      `SELECT id, subject_id AS reservation, size FROM document WHERE kind = 'ticketing.tickets'`,
    ),
  }),
  notifications: async (client) => ({
    notifications: await rowsOf(
      client,
      'SELECT subject_id AS reservation, kind, success, email FROM notification',
    ),
  }),
  crm: async (client) => ({
    sales: await rowsOf(
      client,
      'SELECT source_id AS reservation, cancelled_at IS NOT NULL AS cancelled FROM tiers_sale',
    ),
  }),
};

async function failedIn(client: Client, service: string): Promise<Facts['failed']> {
  if (!(await has(client, 'failed_delivery'))) return [];
  const rows = await rowsOf<{ row: Row }>(
    client,
    'SELECT to_jsonb(failed_delivery) AS row FROM kit.failed_delivery',
  );
  return rows.map(({ row }) => ({
    service,
    state: String(row.state),
    consumer: String(row.consumer),
    at: new Date(String(row.first_failed_at)),
    error: String(row.error_text ?? row.error ?? row.error_code ?? ''),
  }));
}

/** @param connect replaced by a twin: a connection whose transaction holds its changes */
export async function readFacts(connect: Connect = connectTo): Promise<Facts> {
  const facts: Partial<Facts> = {};
  // A database that is in use for long has millions of rows: more than a call takes as arguments (`push(...rows)`).
  const outbox: Facts['outbox'][] = [];
  const inbox: Facts['inbox'][] = [];
  const failed: Facts['failed'][] = [];
  for (const service of SERVICES) {
    const client = await connect(service);
    try {
      Object.assign(facts, await readers[service]?.(client));
      const events = await rowsOf<Omit<Facts['outbox'][number], 'service'>>(client, OUTBOX);
      outbox.push(events.map((row) => ({ ...row, service })));
      inbox.push(await rowsOf(client, 'SELECT consumer, message_id AS message FROM kit.inbox'));
      failed.push(await failedIn(client, service));
    } finally {
      if (connect === connectTo) await client.end();
    }
  }
  return { ...facts, outbox: outbox.flat(), inbox: inbox.flat(), failed: failed.flat() } as Facts;
}
