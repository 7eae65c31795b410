import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import {
  dueNow,
  progressOf,
  type Instalment,
  type InstalmentProgress,
  type Share,
} from './instalments.domain';

interface Row extends Record<string, unknown> {
  label: string;
  due_on: string;
  amount_minor: number;
  percentage_points: number | null;
  is_rest: boolean;
  today: string;
}

const SCHEDULE = `SELECT label, to_char(due_on, 'YYYY-MM-DD') AS due_on, amount_minor, percentage_points, is_rest,
    to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today
  FROM reservation_instalment WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY position`;

function shareOf({ is_rest: isRest, percentage_points: points, amount_minor: amountMinor }: Row): Share {
  if (isRest) return { kind: 'rest' };
  return points === null ? { kind: 'amount', amountMinor } : { kind: 'percentage', points };
}

export interface Schedule {
  instalments: Instalment[];
  /** Local day of the theatre, YYYY-MM-DD. */
  today: string;
}

/** The schedule of a reservation; null without one. */
export async function scheduleOf(tx: Tx, reservationId: string): Promise<Schedule | null> {
  const { rows } = await tx.sql.query<Row>(SCHEDULE, [tx.tenantId, reservationId]);
  const [first] = rows;
  if (!first) return null;
  const instalments = rows.map((row) => ({
    label: row.label,
    dueOn: row.due_on,
    share: shareOf(row),
    amountMinor: row.amount_minor,
  }));
  return { instalments, today: first.today };
}

/** The instalments of a reservation with what is paid of them; none without a schedule. */
export async function instalmentsOf(
  tx: Tx,
  reservationId: string,
  paidMinor: number,
): Promise<InstalmentProgress[]> {
  const schedule = await scheduleOf(tx, reservationId);
  return schedule ? progressOf(schedule.instalments, paidMinor, schedule.today) : [];
}

/** What of an amount is to be paid now, and by which day: all of it without a schedule. */
export function dueOfSchedule(
  progress: readonly InstalmentProgress[],
  leftMinor: number,
): { amountMinor: number; dueOn: string | null } {
  if (progress.length === 0 || leftMinor <= 0) return { amountMinor: leftMinor, dueOn: null };
  const due = dueNow(progress);
  return { ...due, amountMinor: Math.min(due.amountMinor, leftMinor) };
}

const FORGET = 'DELETE FROM reservation_instalment WHERE tenant_id = $1 AND reservation_id = $2';
/** A reminder of a day and an amount that stay is not sent again. */
const WRITE = `WITH before AS (DELETE FROM reservation_instalment WHERE tenant_id = $1 AND reservation_id = $2 AND position >= $9
    RETURNING position)
  INSERT INTO reservation_instalment (tenant_id, reservation_id, position, label, due_on, amount_minor, percentage_points, is_rest)
  SELECT $1, $2, each.position, each.label, each.due_on, each.amount_minor, each.percentage_points, each.is_rest
  FROM unnest($3::int[], $4::text[], $5::date[], $6::int[], $7::int[], $8::bool[])
    AS each (position, label, due_on, amount_minor, percentage_points, is_rest)
  WHERE (SELECT count(*) FROM before) >= 0
  ON CONFLICT (tenant_id, reservation_id, position) DO UPDATE SET label = excluded.label, due_on = excluded.due_on,
    amount_minor = excluded.amount_minor, percentage_points = excluded.percentage_points, is_rest = excluded.is_rest,
    reminded_at = CASE WHEN reservation_instalment.due_on = excluded.due_on
      AND reservation_instalment.amount_minor = excluded.amount_minor THEN reservation_instalment.reminded_at END`;

/** Stores the schedule of a reservation, which the caller has locked; an empty one removes it. */
export function storeSchedule(tx: Tx, reservationId: string, instalments: readonly Instalment[]): void {
  if (instalments.length === 0) {
    tx.defer({ text: FORGET, values: [tx.tenantId, reservationId] });
    return;
  }
  const columns = [
    instalments.map((_, index) => index),
    instalments.map(({ label }) => label),
    instalments.map(({ dueOn }) => dueOn),
    instalments.map(({ amountMinor }) => amountMinor),
    instalments.map(({ share }) => (share.kind === 'percentage' ? share.points : null)),
    instalments.map(({ share }) => share.kind === 'rest'),
  ];
  tx.defer({ text: WRITE, values: [tx.tenantId, reservationId, ...columns, instalments.length] });
}

/** SQL: whether a reservation has a schedule; `reservation` and `tenant` name its columns. */
export const HAS_SCHEDULE = `(r.is_pre_reservation AND EXISTS (SELECT 1 FROM reservation_instalment i
  WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id))`;
