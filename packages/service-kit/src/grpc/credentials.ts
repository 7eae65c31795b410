import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';

/** `1;<caller>;<time in ms>;<signature in base64>` */
const CALL_KEY = 'x-coulisse-call';
/** The callee's time in ms, sent with every response so that the caller can detect a clock skew. */
const TIME_KEY = 'x-coulisse-time';
/** How long a signed call is valid, by the callee's clock; it may be repeated within this time. */
export const LIFE_MS = 60_000;

/** Identity of a process, and the keys with which it verifies the others. */
export interface ServiceCredentials {
  /** Name of the process's part in the topology. */
  readonly name: string;
  /** Private Ed25519 key. */
  readonly key: KeyObject;
  /** Public keys of each part of the topology; two of them while a key is being rotated. */
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

/** The signed text: it covers the whole message, and is valid for one callee and one method only. */
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

/** Verifies the caller's signature and its time. */
export function verifyCall(
  metadata: Metadata,
  call: Pick<SignedCall, 'path' | 'message'>,
  { name, peers }: Pick<ServiceCredentials, 'name' | 'peers'>,
  now = Date.now(),
): CallVerdict {
  const headerValues = metadata.get(CALL_KEY);
  if (headerValues.length === 0) return { trusted: false, reason: 'missing', caller: '' };
  const match = /^1;([a-z][a-z-]{0,40});(\d{1,15});([A-Za-z0-9+/]{86}==)$/.exec(String(headerValues[0]));
  if (headerValues.length > 1 || !match) return { trusted: false, reason: 'malformed', caller: '' };
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

/** A trailer with the callee's time. */
export function timeTrailer(metadata = new Metadata(), now = Date.now()): Metadata {
  metadata.set(TIME_KEY, String(now));
  return metadata;
}

export function timeOf(metadata: Metadata | undefined): number | null {
  const text = metadata?.get(TIME_KEY)[0];
  const time = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
