import en from './en.json';
import fr from './fr.json';

export type Language = 'fr' | 'en';
/** Id of a message of the catalogue, such as `reservation.seats-no-longer-available`. */
export type MessageId = keyof typeof fr;
export type MessageParams = Record<string, string | number>;

const texts: Record<Language, Record<MessageId, string>> = { fr, en };

/** Kind of problem of a code; it decides the HTTP status, the gRPC status and the log level. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'gone'
  | 'conflict'
  | 'blocked'
  | 'stale'
  | 'limited'
  | 'malformed'
  | 'unavailable'
  | 'internal';

/**
 * HTTP status of each kind. `blocked`: a guard or rule refuses the operation for the current record; `conflict`: a race
 * or a state forbids it; `stale`: an edit of a version that is no longer the latest.
 */
export const HTTP_STATUS: Record<ProblemKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  gone: 410,
  conflict: 409,
  blocked: 422,
  stale: 412,
  limited: 429,
  malformed: 400,
  unavailable: 503,
  internal: 500,
};

/** Kinds of the codes that are not `invalid`. */
const KINDS: Partial<Record<MessageId, ProblemKind>> = {
  'http.403': 'forbidden',
  'http.404': 'missing',
  'http.500': 'internal',
  'generic.error': 'internal',
  internal: 'internal',
  'archive.impossible': 'blocked',
  'unarchive.impossible': 'blocked',
  'contact.already-attached': 'conflict',
  'tiers.already-merged': 'conflict',
  'transition.impossible': 'conflict',
  'foreign-key.linked-data': 'conflict',
  'deletion.impossible': 'conflict',
  'request.malformed': 'malformed',
  'request.too-large': 'malformed',
  'request.method-not-allowed': 'malformed',
  'request.unsupported-media': 'malformed',
  'request.too-late': 'malformed',
  'request.too-many': 'limited',
  'request.precondition-required': 'malformed',
  'record.changed': 'stale',
  'idempotency.conflict': 'conflict',
  'file.quota-exceeded': 'blocked',
  'import.file-already-imported': 'conflict',
  'import.file-not-found': 'missing',
  'import.in-progress': 'conflict',
  'job.finished': 'conflict',
  'job.not-failed': 'conflict',
  'job.waits-already': 'conflict',
  'security.not-authenticated': 'unauthenticated',
  'security.session-expired': 'unauthenticated',
  'security.invalid-credentials': 'unauthenticated',
  'security.too-many-failed-logins': 'limited',
  'security.insufficient-privilege': 'forbidden',
  'security.invalid-csrf-token': 'forbidden',
  'service.unavailable': 'unavailable',
  'hold.expired': 'conflict',
  'hold.network-limit': 'conflict',
  'sale.waiting-room': 'limited',
  'sale.yearly-limit': 'conflict',
  'waiting-list.seats-free': 'conflict',
  'waiting-list.closed': 'conflict',
  'waiting-list.offer-over': 'gone',
  'waiting-list.no-seats': 'conflict',
  'waiting-list.offered': 'conflict',
  'cart.not-yours': 'forbidden',
  'cart.not-found': 'missing',
  'cart.of-other-channel': 'conflict',
  'reservation.nothing-due': 'conflict',
  'reservation.is-canceled': 'conflict',
  'plan.no-draft': 'conflict',
  'order.cancellation-closed': 'conflict',
  'order.refund-changed': 'conflict',
  'order.payment-closed': 'conflict',
  'order.due-changed': 'conflict',
  'order.exchange-closed': 'conflict',
  'order.transfer-closed': 'conflict',
  'order.transfer-opened': 'conflict',
  'order.has-transfers': 'conflict',
  'order.is-transferred': 'conflict',
  'order.exchange-other-date': 'conflict',
  'order.no-wallet-pass': 'conflict',
  'reservation.was-sold': 'blocked',
  'reservation.has-deposit': 'blocked',
  'reservation.not-reserved': 'conflict',
  'reservation.paid-more': 'conflict',
  'reservation.payment-under-way': 'conflict',
  'instalments.not-reserved': 'conflict',
  'instalments.last-is-rest': 'invalid',
  'instalments.dates-in-order': 'invalid',
  'instalments.too-late': 'invalid',
  'instalments.exceed-total': 'invalid',
  'reservation.no-tickets': 'conflict',
  'gift-voucher.is-used': 'blocked',
  'gift-voucher.is-paid': 'blocked',
  'gift-voucher.is-sent': 'blocked',
  'gift-voucher.is-canceled': 'conflict',
  'gift-voucher.is-hidden': 'blocked',
  'gift-voucher.is-shown': 'blocked',
  'gift-voucher.hidden-not-sent': 'blocked',
  'gift-voucher.not-postal': 'blocked',
  'gift-voucher.is-posted': 'blocked',
  'gift-voucher.not-posted': 'blocked',
  'gift-voucher.cannot-be-sold': 'conflict',
  'gift-voucher.not-payable': 'conflict',
  'gift-voucher.no-document': 'conflict',
  'gift-voucher.no-email': 'blocked',
  'gift-voucher.resent-just-now': 'limited',
  'reservation.no-document': 'conflict',
  'reservation.no-tiers': 'conflict',
  'reservation.no-email': 'conflict',
  'reservation.resent-just-now': 'limited',
  'reservation.link-sent-just-now': 'limited',
  'reservation.changed-meanwhile': 'conflict',
  'reservation.not-sold': 'conflict',
  'reservation.place-arrived': 'conflict',
  'reservation.people-inside': 'conflict',
  'reservation.no-credit': 'conflict',
  'reservation.same-formula': 'conflict',
  'performance.not-on-sale': 'conflict',
  'performance.plan-in-use': 'conflict',
  'performance.has-reservations': 'conflict',
  'performance.canceled': 'conflict',
  'reservation.seat-already-reserved': 'conflict',
  'reservation.seats-no-longer-available': 'conflict',
  'reservation.no-seat-for-drivers': 'conflict',
  'placement.no-adjacent-seats': 'conflict',
  'placement.no-wheelchair-place': 'conflict',
  'payment-link.not-offered': 'conflict',
  'placement.by-theatre': 'conflict',
  'placement.whole-table': 'conflict',
  'placement.changed': 'conflict',
  'placement.not-current': 'conflict',
  'placement.move-outdated': 'conflict',
  'placement.seat-locked': 'conflict',
  'front.bad-credentials': 'unauthenticated',
  'payment.signature-invalid': 'forbidden',
  'payment.unknown-order': 'missing',
  'payment.not-confirmed': 'forbidden',
  'payment.already-settled': 'conflict',
  'document.gone': 'gone',
  'reservation.people-arrived': 'blocked',
  'reception.ticket-canceled': 'conflict',
  'reception.too-late-to-undo': 'conflict',
  'refund.nothing-to-refund': 'conflict',
  'refund.undo-impossible': 'conflict',
  'role.beyond-own-rights': 'forbidden',
  'role.in-use': 'conflict',
  'account.already-exists': 'conflict',
  'account.link-expired': 'conflict',
  'account.link-used': 'conflict',
  'security.invalid-or-expired-login-link': 'missing',
  'front.maintenance': 'unavailable',
};

export const kindOf = (code: MessageId): ProblemKind => KINDS[code] ?? 'invalid';

const LOCALES: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };
const AMOUNT = /^-?\d+\.\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Amounts (`1234.50`) and days (`2026-12-24`) as the language writes them, everything else as it is. */
function written(value: string | number, language: Language): string {
  if (typeof value === 'number') return String(value);
  if (AMOUNT.test(value))
    return Number(value).toLocaleString(LOCALES[language], { minimumFractionDigits: 2 });
  if (DAY.test(value))
    return new Date(`${value}T12:00:00Z`).toLocaleDateString(LOCALES[language], { timeZone: 'UTC' });
  return value;
}

/** The text of a message in a language, its `{placeholders}` filled. */
export function message(code: MessageId, language: Language, params: MessageParams = {}): string {
  return texts[language][code].replace(/\{(\w+)\}/g, (match, name: string) =>
    written(params[name] ?? match, language),
  );
}

/** All texts of a language, as flat keys. */
export const messages = (language: Language): Record<MessageId, string> => texts[language];
