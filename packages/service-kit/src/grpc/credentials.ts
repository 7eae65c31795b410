import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';

/** `1;<caller>;<time in ms>;<signature in base64>` */
const CALL_KEY = 'x-coulisse-call';
/** The callee's time in ms, beside every answer: how the caller learns that its clock is another one. */
const TIME_KEY = 'x-coulisse-time';
/** How long a signed call may be under way or be repeated, by the callee's clock. */
export const LIFE_MS = 60_000;

/** Who a process is among the parts, and how it knows the others. */
export interface ServiceCredentials {
  /** Name of the part in the topology. */
  readonly name: string;
  /** Private Ed25519 key. */
  readonly key: KeyObject;
  /** Public keys of each part; while a key is being changed there are two of them. */
  readonly peers: ReadonlyMap<string, readonly KeyObject[]>;
}

export interface SignedCall {
  caller: string;
  callee: string;
  /** Full path of the method. */
  path: string;
  /** ms since 1970. */
  time: number;
  /** The serialised request. */
  message: Buffer;
}

/** What is signed: nothing of it can be changed, and it is of use to one callee for one method only. */
function textOf({ caller, callee, path, time, message }: SignedCall): Buffer {
  const digest = createHash('sha256').update(message).digest('hex');
  return Buffer.from(`coulisse-call-1\n${caller}\n${callee}\n${path}\n${time}\n${digest}`);
}

export function signCall(metadata: Metadata, call: SignedCall, key: KeyObject): void {
  const signature = sign(null, textOf(call), key).toString('base64');
  metadata.set(CALL_KEY, `1;${call.caller};${call.time};${signature}`);
}

export type CallVerdict =
  | { trusted: true; caller: string }
  | {
      trusted: false;
      reason: 'missing' | 'malformed' | 'unknown-caller' | 'signature' | 'time';
      caller: string;
    };

/** Who calls, and whether that is proven. */
export function verifyCall(
  metadata: Metadata,
  call: Pick<SignedCall, 'path' | 'message'>,
  { name, peers }: Pick<ServiceCredentials, 'name' | 'peers'>,
  now = Date.now(),
): CallVerdict {
  const given = metadata.get(CALL_KEY);
  if (given.length === 0) return { trusted: false, reason: 'missing', caller: '' };
  const match = /^1;([a-z][a-z-]{0,40});(\d{1,15});([A-Za-z0-9+/]{86}==)$/.exec(String(given[0]));
  if (given.length > 1 || !match) return { trusted: false, reason: 'malformed', caller: '' };
  const [, caller = '', sentAt = '', signature = ''] = match;
  const keys = peers.get(caller);
  if (!keys) return { trusted: false, reason: 'unknown-caller', caller };
  const time = Number(sentAt);
  const text = textOf({ ...call, caller, callee: name, time });
  const bytes = Buffer.from(signature, 'base64');
  if (!keys.some((key) => verify(null, text, key, bytes)))
    return { trusted: false, reason: 'signature', caller };
  if (Math.abs(now - time) > LIFE_MS) return { trusted: false, reason: 'time', caller };
  return { trusted: true, caller };
}

/** The callee's time, for the end of an answer. */
export function timeTrailer(metadata = new Metadata(), now = Date.now()): Metadata {
  metadata.set(TIME_KEY, String(now));
  return metadata;
}

export function timeOf(metadata: Metadata | undefined): number | null {
  const text = metadata?.get(TIME_KEY)[0];
  const time = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
