export interface FailedDelivery {
  id: string;
  service: string;
  tenantId: string;
  consumer: string;
  topic: string;
  type: string;
  /** The record that the event is about. */
  subject: { resource: string; id: string } | null;
  state: 'RETRYING' | 'DEAD';
  /** False when its service has nothing that would try it again. */
  isRetriable: boolean;
  /** An earlier event of the same record is tried first. */
  isBehindAnother: boolean;
  attempts: number;
  firstFailedAt: string;
  lastFailedAt: string | null;
  nextAttemptAt: string | null;
  error: { code: string; detail: string | null };
}

export interface FailedDeliveries {
  items: FailedDelivery[];
  counts: { RETRYING: number; DEAD: number };
  next: string | null;
  unavailable: string[];
}

/** Tenant id of unreadable events. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const isUnreadable = ({ tenantId }: FailedDelivery): boolean => tenantId === NOBODY;

/** What was to handle it does not exist any more. An unreadable event says so by itself. */
export const isOrphan = (failure: FailedDelivery): boolean => !failure.isRetriable && !isUnreadable(failure);

/** Text key for the work that an event triggers. */
export const eventKey = ({ consumer, type }: FailedDelivery): string => `failure.event.${consumer}.${type}`;

const UNREACHABLE = /^(?:E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;
const DATABASE = /^[\dA-Z]{5}$/;

/** Text key of the reason, for errors that the message catalogue does not explain. */
export function reasonKey({
  isBehindAnother,
  error,
}: Pick<FailedDelivery, 'isBehindAnother' | 'error'>): string {
  if (isBehindAnother) return 'failure.reason.behind';
  if (error.code === 'deferred') return 'failure.reason.deferred';
  if (error.code === 'unreadable') return 'failure.reason.unreadable';
  if (DATABASE.test(error.code) && /\d/.test(error.code)) return 'failure.reason.database';
  if (UNREACHABLE.test(error.code)) return 'failure.reason.unreachable';
  return 'failure.reason.unexpected';
}

const OURS = new Set(['deferred', 'unreadable']);

/** Whether to show the error code: it helps support when the text is generic. */
export const hasCode = ({
  isBehindAnother,
  error,
}: Pick<FailedDelivery, 'isBehindAnother' | 'error'>): boolean =>
  error.detail === null && !isBehindAnother && !OURS.has(error.code);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Relative time, `dans 8 secondes`; a past time is `now`. */
export function until(at: string, locale: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((Date.parse(at) - now) / 1_000));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3];
  return format.format(Math.round(seconds / length), unit);
}
