import { minorOf } from '../desk/desk-money';
import type { Instalment, Share } from './reservation-details';

/** A row of the schedule while it is typed. The last one is the balance and has no amount of its own. */
export interface InstalmentRow {
  key: number;
  label: string;
  dueOn: string;
  kind: 'percentage' | 'amount';
  /** As typed: per cent or euros. */
  value: string;
}

const typedOf = (share: Share): Pick<InstalmentRow, 'kind' | 'value'> => {
  if (share.kind === 'amount') return { kind: 'amount', value: (share.amountMinor / 100).toFixed(2) };
  return { kind: 'percentage', value: share.kind === 'percentage' ? String(share.points / 100) : '' };
};

export const rowsOf = (instalments: readonly Instalment[]): InstalmentRow[] =>
  instalments.map(({ label, dueOn, share }, key) => ({ key, label, dueOn, ...typedOf(share) }));

const inDays = (date: Date, days: number): string => {
  const day = new Date(date);
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

/**
 * What is proposed first: a deposit of 30 % in a week, or today, the balance two weeks before the performance. On the day
 * of the performance, or after it, no second day is left: everything in a single payment.
 */
export function proposedRows(
  today: Date,
  startsAt: Date,
  names: { deposit: string; balance: string },
): InstalmentRow[] {
  const lastDay = inDays(startsAt, 0);
  const [now, inAWeek, inTwoWeeks] = [inDays(today, 0), inDays(today, 7), inDays(today, 14)];
  const balance: InstalmentRow = {
    key: 1,
    label: names.balance,
    dueOn: lastDay,
    kind: 'percentage',
    value: '',
  };
  if (lastDay <= now) return [balance];
  const deposit = inAWeek < lastDay ? inAWeek : now;
  const dueOn = [inDays(startsAt, -14), inTwoWeeks].find((day) => day > deposit && day <= lastDay) ?? lastDay;
  return [
    { key: 0, label: names.deposit, dueOn: deposit, kind: 'percentage', value: '30' },
    { ...balance, dueOn },
  ];
}

function shareOf({ kind, value }: InstalmentRow): Share | null {
  const typed = minorOf(value);
  if (typed === null || typed === 0) return null;
  if (kind === 'amount') return { kind: 'amount', amountMinor: typed };
  return typed <= 10_000 ? { kind: 'percentage', points: typed } : null;
}

/** The rows as the API takes them; null while one is not complete. */
export function instalmentsFrom(
  rows: readonly InstalmentRow[],
): { label: string; dueOn: string; share: Share }[] | null {
  const instalments = rows.flatMap((row, index) => {
    const share: Share | null = index === rows.length - 1 ? { kind: 'rest' } : shareOf(row);
    const label = row.label.trim();
    return share && label && row.dueOn ? [{ label, dueOn: row.dueOn, share }] : [];
  });
  return instalments.length === rows.length ? instalments : null;
}

/** The same, once each row has a part of the total. */
export const instalmentsOfTotal = (rows: readonly InstalmentRow[], totalMinor: number) =>
  previewOf(rows, totalMinor).includes(null) ? null : instalmentsFrom(rows);

/** What each row would be of the total, in cents; null while it is not complete or too much. */
export function previewOf(rows: readonly InstalmentRow[], totalMinor: number): (number | null)[] {
  let rest = totalMinor;
  return rows.map((row, index) => {
    if (index === rows.length - 1) return rest > 0 ? rest : null;
    const share = shareOf(row);
    if (!share || share.kind === 'rest') return null;
    const amount =
      share.kind === 'amount' ? share.amountMinor : Math.round((totalMinor * share.points) / 10_000);
    rest -= amount;
    return rest > 0 ? amount : null;
  });
}
