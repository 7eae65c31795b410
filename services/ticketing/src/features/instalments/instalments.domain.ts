/** How an instalment was agreed: an amount, a part of the total, or what the others leave. */
export type Share =
  { kind: 'amount'; amountMinor: number } | { kind: 'percentage'; points: number } | { kind: 'rest' };

export interface Agreed {
  label: string;
  /** Local day of the theatre, YYYY-MM-DD. */
  dueOn: string;
  share: Share;
}
export interface Instalment extends Agreed {
  amountMinor: number;
}

/** LATE: its day has passed. NEXT: the first of those to come that are not paid. */
export type InstalmentState = 'PAID' | 'LATE' | 'NEXT' | 'LATER';
export interface InstalmentProgress extends Instalment {
  /** What the payments of the reservation cover of it, the earliest first. */
  paidMinor: number;
  state: InstalmentState;
}

export type InstalmentError =
  | { code: 'instalments.last-is-rest'; index: number }
  | { code: 'instalments.dates-in-order'; index: number }
  | { code: 'instalments.too-late'; index: number }
  | { code: 'instalments.exceed-total'; index: number };

const HUNDRED_PER_CENT = 10_000;

const minorOf = (share: Share, totalMinor: number, restMinor: number): number => {
  if (share.kind === 'amount') return share.amountMinor;
  return share.kind === 'rest' ? restMinor : Math.round((totalMinor * share.points) / HUNDRED_PER_CENT);
};

/**
 * The amounts of a schedule. The last one is what the others leave, so that the sum is the total whatever the total becomes
 * an amount agreed before is lowered when the total no longer has it.
 */
export function amountsOf(agreed: readonly Agreed[], totalMinor: number): Instalment[] {
  let rest = totalMinor;
  return agreed.map((each) => {
    const amountMinor = Math.min(rest, minorOf(each.share, totalMinor, rest));
    rest -= amountMinor;
    return { ...each, amountMinor };
  });
}

/** What is wrong with a schedule that somebody typed. `lastDay`: the day of the performance. */
export function scheduleErrors(
  agreed: readonly Agreed[],
  { totalMinor, lastDay }: { totalMinor: number; lastDay: string },
): InstalmentError[] {
  const errors: InstalmentError[] = [];
  let rest = totalMinor;
  for (const [index, { share, dueOn }] of agreed.entries()) {
    const isLast = index === agreed.length - 1;
    if ((share.kind === 'rest') !== isLast) errors.push({ code: 'instalments.last-is-rest', index });
    const before = agreed[index - 1];
    if (before && before.dueOn >= dueOn) errors.push({ code: 'instalments.dates-in-order', index });
    if (dueOn > lastDay) errors.push({ code: 'instalments.too-late', index });
    const amount = minorOf(share, totalMinor, rest);
    if (!isLast && share.kind !== 'rest' && amount >= rest)
      errors.push({ code: 'instalments.exceed-total', index });
    rest = Math.max(0, rest - amount);
  }
  return errors;
}

/** What is paid of each instalment: payments cover the earliest first, whatever they were meant for. */
export function progressOf(
  instalments: readonly Instalment[],
  paidMinor: number,
  today: string,
): InstalmentProgress[] {
  let left = paidMinor;
  let hasNext = false;
  return instalments.map((each) => {
    const paid = Math.max(0, Math.min(each.amountMinor, left));
    left -= paid;
    if (paid === each.amountMinor) return { ...each, paidMinor: paid, state: 'PAID' };
    if (each.dueOn < today) return { ...each, paidMinor: paid, state: 'LATE' };
    const state = hasNext ? 'LATER' : 'NEXT';
    hasNext = true;
    return { ...each, paidMinor: paid, state };
  });
}

const leftOf = ({ amountMinor, paidMinor }: InstalmentProgress): number => amountMinor - paidMinor;

/** What is to be paid now: what is late, and without that the next one. */
export function dueNow(progress: readonly InstalmentProgress[]): {
  amountMinor: number;
  dueOn: string | null;
} {
  const late = progress.filter(({ state }) => state === 'LATE');
  const due = late.length > 0 ? late : progress.filter(({ state }) => state === 'NEXT');
  return {
    amountMinor: due.reduce((sum, each) => sum + leftOf(each), 0),
    dueOn: due.at(-1)?.dueOn ?? null,
  };
}

/** Amounts that pay one instalment or more in full, in their order; the last one pays everything. */
export function payableAmounts(progress: readonly InstalmentProgress[]): number[] {
  let sum = 0;
  return progress.map(leftOf).flatMap((left) => {
    if (left === 0) return [];
    sum += left;
    return [sum];
  });
}
