import { Problem, type Tx } from '@coulisse/service-kit';
import { lockSale, type SaleRow } from '../sale/settle-payment.command';
import { DateTime } from 'luxon';
import { dueOfSchedule, instalmentsOf } from '../instalments/instalments.store';
import { amountToPay, situationOf } from './order.domain';

interface Facts extends Record<string, unknown> {
  email: string | null;
  deadline: Date | null;
  is_performance_canceled: boolean;
  starts_at: Date;
}

const FACTS = `
SELECT r.customer_email AS email, r.deadline, p.is_cancelled AS is_performance_canceled, p.starts_at
FROM reservation r
JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
WHERE r.tenant_id = $1 AND r.id = $2`;

/** What the buyer of a reservation may pay, its sale locked. */
export interface Due {
  sale: SaleRow;
  amountMinor: number;
  /** Until when a pre-reservation holds its seats; null for a sold reservation. */
  deadline: Date | null;
  /** The agreed payment that is due: its name and its last day; null without a schedule. */
  instalment: { label: string; until: Date } | null;
  email: string;
}

/** The agreed payments that are due of an amount. */
async function dueInstalment(
  tx: Tx,
  { reservation_id: id, paid_minor: paidMinor }: SaleRow,
  leftMinor: number,
): Promise<Pick<Due, 'amountMinor' | 'instalment'>> {
  const progress = await instalmentsOf(tx, id, paidMinor);
  const { amountMinor, dueOn } = dueOfSchedule(progress, leftMinor);
  if (dueOn === null) return { amountMinor, instalment: null };
  const label = progress.find((each) => each.dueOn === dueOn)?.label ?? '';
  return {
    amountMinor,
    instalment: { label, until: DateTime.fromISO(dueOn, { zone: tx.zone }).endOf('day').toJSDate() },
  };
}

/** Refused where nothing is due, no money is taken any more, or the buyer has no address. */
export async function lockDue(tx: Tx, reservationId: string): Promise<Due> {
  const { rows } = await tx.sql.query<Facts>(FACTS, [tx.tenantId, reservationId]);
  if (rows.length === 0) throw new Problem('http.404');
  const sale = await lockSale(tx, reservationId);
  // Read again behind the lock: another request may have changed it meanwhile.
  const { rows: locked } = await tx.sql.query<Facts>(FACTS, [tx.tenantId, reservationId]);
  const [facts] = locked;
  if (!facts) throw new Problem('http.404');
  const { deadline, email } = facts;
  const now = new Date();
  const situation = situationOf(
    {
      state: sale.state,
      isPerformanceCanceled: facts.is_performance_canceled,
      hasCanceledSeats: false,
      startsAt: facts.starts_at,
    },
    now,
  );
  const { total_minor: totalMinor, paid_minor: paidMinor } = sale;
  const leftMinor = amountToPay({ situation, deadline, totalMinor, paidMinor }, now);
  if (leftMinor === 0) throw new Problem('order.payment-closed');
  if (!email) throw new Problem('reservation.no-email');
  const due = sale.has_schedule
    ? await dueInstalment(tx, sale, leftMinor)
    : { amountMinor: leftMinor, instalment: null };
  return { sale, ...due, email, deadline: sale.state === 'PRE_RESERVATION' ? deadline : null };
}
