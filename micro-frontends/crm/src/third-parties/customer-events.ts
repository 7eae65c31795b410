import type { ResourceRow } from '@coulisse/mfe-kit';
import { formatDate, type Language } from '@coulisse/ui-kit';

/** A mail that was sent to a customer, or a payment of theirs. */
export interface CustomerEvent {
  key: string;
  kind: 'mail' | 'payment';
  /** An instant; or a local date, where no time is known. */
  at: string;
  row: ResourceRow;
}

const at = (row: ResourceRow, ...fields: readonly string[]): string =>
  String(fields.map((field) => row[field]).find((value) => typeof value === 'string') ?? '');

/** Mails and payments in one order, the latest first. */
export function customerEvents(
  mails: readonly ResourceRow[],
  payments: readonly ResourceRow[],
): CustomerEvent[] {
  const events: CustomerEvent[] = [
    ...mails.map((row) => ({
      ...{ key: `mail-${row.id}`, kind: 'mail' as const, row },
      at: at(row, 'sentAt', 'createdAt'),
    })),
    ...payments.map((row) => ({
      ...{ key: `payment-${row.id}`, kind: 'payment' as const, row },
      at: at(row, 'createdAt', 'date'),
    })),
  ];
  return events.sort((first, second) => second.at.localeCompare(first.at));
}

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** When an event was: with its time only where there is one. */
export const eventTime = ({ at: moment }: Pick<CustomerEvent, 'at'>, language: Language): string =>
  formatDate(moment, language, LOCAL_DATE.test(moment) ? 'short' : 'short-time');
