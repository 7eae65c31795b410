import type { Tx } from '@coulisse/service-kit/database';
import { v7 as uuidv7 } from 'uuid';
import type { BoxOfficeMoney } from './box-office-money';
import type { Share, SharingBill, Source } from './share-money.domain';

const ISSUED = `state IN ('POSTED', 'SENDED', 'PARTIALLY_PAID', 'PAID')`;

const ADD = `INSERT INTO box_office_reservation (tenant_id, reservation_id)
  SELECT $1, reservation FROM unnest($2::uuid[]) AS reservation ORDER BY reservation ON CONFLICT DO NOTHING`;
const LOCK = `SELECT 1 FROM box_office_reservation WHERE tenant_id = $1 AND reservation_id = ANY ($2::uuid[])
  ORDER BY reservation_id FOR UPDATE`;

/**
 * Takes the turn of reservations until the transaction ends. It comes before their credit notes and bills in every lock order;
 * only a bill that is being issued is locked already, and nobody else sees that one as issued.
 */
export async function lockBoxOffice(tx: Tx, reservationIds: readonly string[]): Promise<void> {
  const values = [tx.tenantId, [...reservationIds].sort()];
  await tx.sql.batch([
    { name: 'add-box-office', text: ADD, values },
    { name: 'lock-box-office', text: LOCK, values },
  ]);
}

const NEWER = `UPDATE box_office_reservation SET reading = $3, code = $4
  WHERE tenant_id = $1 AND reservation_id = $2 AND reading < $3 RETURNING 1`;
const STORE = `WITH gone AS (UPDATE box_office_money SET amount_minor = 0
    WHERE tenant_id = $1 AND reservation_id = $2 AND source_id <> ALL ($3::uuid[]))
  INSERT INTO box_office_money AS m (tenant_id, reservation_id, source_id, method, amount_minor, returned_minor, paid_at)
  SELECT $1, $2, part.* FROM unnest($3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::timestamptz[]) AS part
  ON CONFLICT (tenant_id, reservation_id, source_id) DO UPDATE
  SET method = excluded.method, amount_minor = excluded.amount_minor, returned_minor = excluded.returned_minor, paid_at = excluded.paid_at`;

/** Stores an answer of ticketing, unless a later one is stored already. The caller has the turn of the reservation. */
export async function storeMoney(tx: Tx, money: BoxOfficeMoney): Promise<void> {
  const { reservationId, reading, code, parts } = money;
  const { rowCount } = await tx.sql.query(NEWER, [tx.tenantId, reservationId, reading, code]);
  if (rowCount !== 1) return;
  const columns = [
    parts.map(({ sourceId }) => sourceId),
    parts.map(({ method }) => method),
    parts.map(({ amountMinor }) => Math.max(0, amountMinor)),
    parts.map(({ returnedMinor }) => Math.max(0, returnedMinor)),
    parts.map(({ paidAt }) => paidAt),
  ];
  await tx.sql.query(STORE, [tx.tenantId, reservationId, ...columns]);
}

const HAS_BILLS = 'SELECT 1 FROM bill WHERE tenant_id = $1 AND reservation_id = $2 LIMIT 1';
/** Whether a reservation has bills, drafts among them: one that is issued meanwhile asks for the money itself. */
export const hasBills = async (tx: Tx, reservationId: string): Promise<boolean> =>
  (await tx.sql.query(HAS_BILLS, [tx.tenantId, reservationId])).rowCount > 0;

const RESERVATIONS = `SELECT DISTINCT b.reservation_id AS id FROM bill b
  JOIN box_office_reservation r ON r.tenant_id = b.tenant_id AND r.reservation_id = b.reservation_id
  WHERE b.tenant_id = $1 AND b.id = ANY ($2::uuid[]) ORDER BY 1`;
/** The reservations of issued bills. */
export async function reservationsOf(tx: Tx, billIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.sql.query<{ id: string }>(RESERVATIONS, [tx.tenantId, billIds]);
  return rows.map(({ id }) => id);
}

const LOCK_AVOIRS = `SELECT 1 FROM avoir WHERE tenant_id = $1 AND state = 'POSTED'
  AND bill_id IN (SELECT id FROM bill WHERE tenant_id = $1 AND reservation_id = $2) ORDER BY id FOR UPDATE`;
const LOCK_BILLS = `SELECT 1 FROM bill WHERE tenant_id = $1 AND reservation_id = $2 AND ${ISSUED} ORDER BY id FOR UPDATE`;

/** Locks what shares the money of a reservation: no credit note is deducted and no payment counted meanwhile. */
export async function lockBills(tx: Tx, reservationId: string): Promise<void> {
  const values = [tx.tenantId, reservationId];
  await tx.sql.batch([
    { name: 'lock-avoirs-of-box-office', text: LOCK_AVOIRS, values },
    { name: 'lock-bills-of-box-office', text: LOCK_BILLS, values },
  ]);
}

const BILLS = `SELECT b.id AS "billId", (b.total_ttc * 100)::bigint::float8 - coalesce((SELECT sum(s.amount_minor)
      FROM bill_settlement s WHERE s.tenant_id = b.tenant_id AND s.bill_id = b.id AND s.source <> 'BOX_OFFICE'), 0)::float8 AS "needMinor"
  FROM bill b WHERE b.tenant_id = $1 AND b.reservation_id = $2 AND b.${ISSUED} ORDER BY b.issued_on, b.created_at, b.id`;
const MONEY = `SELECT source_id AS "sourceId", amount_minor::float8 AS "amountMinor", returned_minor::float8 AS "returnedMinor"
  FROM box_office_money WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY paid_at, source_id`;
const SHARES = `SELECT s.bill_id AS "billId", s.source_id AS "sourceId", s.amount_minor::float8 AS "amountMinor"
  FROM bill_settlement s JOIN bill b ON b.tenant_id = s.tenant_id AND b.id = s.bill_id
  WHERE s.tenant_id = $1 AND s.source = 'BOX_OFFICE' AND b.reservation_id = $2`;

interface StoredSource extends Source, Record<string, unknown> {
  readonly returnedMinor: number;
}
export interface Sharing {
  readonly bills: SharingBill[];
  readonly sources: StoredSource[];
}

/** The bills and the money of a reservation as they are stored. */
export async function readSharing(tx: Tx, reservationId: string): Promise<Sharing> {
  const values = [tx.tenantId, reservationId];
  const [bills, money, shares] = await tx.sql.batch([
    { name: 'bills-of-box-office', text: BILLS, values },
    { name: 'money-of-box-office', text: MONEY, values },
    { name: 'shares-of-box-office', text: SHARES, values },
  ]);
  const shared = (shares?.rows ?? []) as unknown as Share[];
  return {
    bills: ((bills?.rows ?? []) as unknown as { billId: string; needMinor: number }[]).map((row) => ({
      ...row,
      has: new Map(
        shared
          .filter(({ billId }) => billId === row.billId)
          .map(({ sourceId, amountMinor }) => [sourceId, amountMinor]),
      ),
    })),
    sources: (money?.rows ?? []) as unknown as StoredSource[],
  };
}

const WRITE = `INSERT INTO bill_settlement AS s (id, tenant_id, bill_id, source, source_id, version, amount_minor)
  SELECT share.id, $1, share.bill_id, 'BOX_OFFICE', share.source_id, 1, share.amount_minor
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[]) AS share (id, bill_id, source_id, amount_minor)
  ON CONFLICT (tenant_id, source, source_id, bill_id) DO UPDATE
  SET amount_minor = excluded.amount_minor, version = s.version + 1, updated_at = now()`;
const SETTLED = `SELECT bill_id AS "billId", sum(version)::int AS revision, sum(amount_minor)::float8 AS "amountMinor"
  FROM bill_settlement WHERE tenant_id = $1 AND source = 'BOX_OFFICE' AND bill_id = ANY ($2::uuid[]) GROUP BY bill_id ORDER BY bill_id`;

/** What the box office settles of a bill in all. */
export interface BoxOfficeSettled {
  readonly billId: string;
  /** Rises with each change: the versions of the rows do, and no row is removed. */
  readonly revision: number;
  readonly amountMinor: number;
}

/** Writes shares that have changed; returns what the box office settles of their bills now. */
export async function writeShares(tx: Tx, shares: readonly Share[]): Promise<BoxOfficeSettled[]> {
  const billIds = shares.map(({ billId }) => billId);
  const columns = [
    shares.map(() => uuidv7()),
    billIds,
    shares.map(({ sourceId }) => sourceId),
    shares.map(({ amountMinor }) => amountMinor),
  ];
  const [, settled] = await tx.sql.batch([
    { name: 'write-shares-of-box-office', text: WRITE, values: [tx.tenantId, ...columns] },
    { name: 'settled-at-box-office', text: SETTLED, values: [tx.tenantId, billIds] },
  ]);
  return (settled?.rows ?? []) as unknown as BoxOfficeSettled[];
}

const OPEN_AVOIRS = `SELECT a.id, a.bill_id AS "billId", (a.amount_left * 100)::bigint::float8 AS "leftMinor"
  FROM avoir a WHERE a.tenant_id = $1 AND a.state = 'POSTED' AND a.amount_left > 0 AND a.bill_id = ANY ($2::uuid[])
  ORDER BY a.issued_on, a.id`;
export interface OpenAvoir extends Record<string, unknown> {
  readonly id: string;
  readonly billId: string;
  readonly leftMinor: number;
}
/** Issued credit notes of bills with something left. */
export const openAvoirs = async (tx: Tx, billIds: readonly string[]): Promise<OpenAvoir[]> =>
  (await tx.sql.query<OpenAvoir>(OPEN_AVOIRS, [tx.tenantId, billIds])).rows;

const RETURNED = `SELECT 1 FROM box_office_money m JOIN bill b ON b.tenant_id = m.tenant_id AND b.reservation_id = m.reservation_id
  WHERE m.tenant_id = $1 AND b.id = $2 AND m.returned_minor > 0 LIMIT 1`;
/** Whether money of the bill's reservation was given back. */
export const wasReturned = async (tx: Tx, billId: string): Promise<boolean> =>
  (await tx.sql.query(RETURNED, [tx.tenantId, billId])).rowCount > 0;

const UNREAD = `SELECT reservation_id AS id FROM box_office_reservation
  WHERE tenant_id = $1 AND reading = 0 AND reservation_id > $2 ORDER BY reservation_id LIMIT 20`;
/** Reservations with bills whose money ticketing has not been asked for. */
export async function unreadReservations(tx: Tx, after: string): Promise<string[]> {
  const { rows } = await tx.sql.query<{ id: string }>(UNREAD, [tx.tenantId, after]);
  return rows.map(({ id }) => id);
}
