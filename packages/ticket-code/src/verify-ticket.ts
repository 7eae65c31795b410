import { isFormerCode, performanceTagOf, readCode, tenantTagOf } from './code';

/** A ticket as a door knows it. */
export interface KnownTicket {
  id: string;
  performanceId: string;
  isValid: boolean;
  /** Void because another ticket took its place: its reservation still stands. */
  isReplaced: boolean;
}

export const REFUSALS = [
  'UNREADABLE',
  'OTHER_TENANT',
  'BAD_SIGNATURE',
  'OTHER_PERFORMANCE',
  'UNKNOWN',
  'REPLACED',
  'CANCELED',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What a door knows of its evening. */
export interface DoorKnowledge<T extends KnownTicket> {
  tenantId: string;
  performanceId: string;
  /** Public keys of the tenant by their number. */
  keys: ReadonlyMap<number, Uint8Array>;
  ticketById: (id: string) => T | undefined | Promise<T | undefined>;
  /** By the secret that tickets contained before codes were signed. */
  ticketBySecret: (secret: string) => T | undefined | Promise<T | undefined>;
}

export type VerifySignature = (
  signature: Uint8Array<ArrayBuffer>,
  signedBytes: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array,
) => boolean | Promise<boolean>;

export type Verdict<T extends KnownTicket> =
  | { readonly ok: true; readonly ticket: T }
  | { readonly ok: false; readonly reason: Refusal; readonly ticket?: T };

/** The code in what a scanner sent: it may end with a line break, and a QR code may hold an address around it. */
export const normalizeCode = (scanned: string): string => scanned.trim().replace(/^.*[/#=]/, '');

/**
 * Whether a code admits its holder to the performance of a door. The signature is verified before anything of the code
 * is believed.
 */
export async function verifyTicket<T extends KnownTicket>(
  scanned: string,
  door: DoorKnowledge<T>,
  verifySignature: VerifySignature,
): Promise<Verdict<T>> {
  const text = normalizeCode(scanned);
  if (isFormerCode(text)) {
    const ticket = await door.ticketBySecret(text);
    return ticket ? admits(ticket, door) : { ok: false, reason: 'UNKNOWN' };
  }
  const code = readCode(text);
  if (!code) return { ok: false, reason: 'UNREADABLE' };
  if (code.tenantTag !== tenantTagOf(door.tenantId)) return { ok: false, reason: 'OTHER_TENANT' };
  const key = door.keys.get(code.keyNumber);
  if (!key || !(await verifySignature(code.signature, code.signedBytes, key)))
    return { ok: false, reason: 'BAD_SIGNATURE' };
  if (code.performanceTag !== performanceTagOf(door.performanceId))
    return { ok: false, reason: 'OTHER_PERFORMANCE' };
  const ticket = await door.ticketById(code.ticketId);
  return ticket ? admits(ticket, door) : { ok: false, reason: 'UNKNOWN' };
}

function admits<T extends KnownTicket>(ticket: T, door: DoorKnowledge<T>): Verdict<T> {
  if (ticket.performanceId !== door.performanceId) return { ok: false, reason: 'OTHER_PERFORMANCE', ticket };
  if (ticket.isValid) return { ok: true, ticket };
  return { ok: false, reason: ticket.isReplaced ? 'REPLACED' : 'CANCELED', ticket };
}
