import { createHash, hkdfSync } from 'node:crypto';
import type { Actor } from '../actor';
import type { ServiceDatabase } from '../database/database';
import type { Tx } from '../database/types';
import { encodeAad, KEY_BYTES, decryptBytes, encryptBytes } from '../encryption/encrypted-bytes';
import { Problem } from '../problem/problem';

export interface StoredResponse {
  status: number;
  /** JSON body; null for an empty response. */
  text: string | null;
  headers: Record<string, string>;
}

export interface IdempotentCall {
  key: string;
  /** Method and path of the route. */
  scope: string;
  /** The caller: equal keys of two callers are different keys. */
  principal: string;
  /** Hash of everything that makes two requests the same. */
  fingerprint: string;
}

const MAX_KEY = 255;

/** The caller is part of the fingerprint: another caller who guesses the key gets no stored response. */
export function fingerprintOf(parts: {
  url: string;
  body: unknown;
  actor: Actor;
  credential: string | null;
}): string {
  const { url, body, actor, credential } = parts;
  return createHash('sha256')
    .update(JSON.stringify([url, canonical(body), actor.subject, credential]))
    .digest('hex');
}

/** The value with its object keys sorted. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
}

/**
 * Runs `work` once per key. Key, effect and response are written in one transaction. A refusal is not stored, so that a
 * corrected request can be sent with the same key.
 */
export async function runIdempotent(
  db: ServiceDatabase,
  actor: Actor,
  call: IdempotentCall,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (call.key.length > MAX_KEY) throw new Problem('request.malformed');
  return db.inJoinableTenant(actor, async (tx) => {
    const earlier = await takeTurn(tx, call);
    if (earlier) return earlier;
    const answer = await work();
    storeAnswer(tx, call, answer);
    return answer;
  });
}

const TURN = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 727002)) AS mine';
const FIND =
  'SELECT fingerprint, status, body FROM kit.idempotency_key WHERE tenant_id = $1 AND scope = $2 AND key = $3';

/**
 * The earlier answer of the key, which is read once the key is ours: each statement of the message sees what was committed
 * before it. Refuses a request whose key is being processed, instead of making it wait.
 */
async function takeTurn(tx: Tx, call: IdempotentCall): Promise<StoredResponse | null> {
  const { key, scope, principal } = call;
  const results = await tx.sql.batch([
    { name: 'kit_idempotency_lock', text: TURN, values: [`${tx.tenantId} ${scope} ${principal} ${key}`] },
    { name: 'kit_idempotency_find', text: FIND, values: [tx.tenantId, scope, nameOf(tx, call)] },
  ]);
  if (!results[0]?.rows[0]?.mine)
    throw new Problem('idempotency.conflict', { headers: { 'Retry-After': '1' } });
  const stored = results[1]?.rows[0] as StoredAnswer | undefined;
  return stored ? replayed(tx, call, stored) : null;
}

/**
 * Derives two independent secrets from a key: one identifies the row, the other encrypts its response. Without the
 * callers' keys the table reveals nothing, not even fields that are encrypted everywhere else.
 */
const derived = (tx: Tx, { key, scope, principal }: IdempotentCall, use: 'find' | 'open') => {
  // The `info` of hkdf is limited to 1,024 bytes, and a principal may be longer.
  const principalDigest = createHash('sha256').update(principal).digest('hex');
  return Buffer.from(
    hkdfSync('sha256', key, tx.tenantId, `idempotency ${use} ${scope} ${principalDigest}`, KEY_BYTES),
  );
};
const nameOf = (tx: Tx, call: IdempotentCall) => derived(tx, call, 'find').toString('base64url');
const placeOf = (tx: Tx, { scope, fingerprint }: IdempotentCall) =>
  encodeAad(tx.tenantId, scope, fingerprint);

interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: { encrypted: string };
}
type ReplayedAnswer = Pick<StoredResponse, 'text' | 'headers'>;

function replayed(tx: Tx, call: IdempotentCall, stored: StoredAnswer): StoredResponse {
  if (stored.fingerprint !== call.fingerprint) throw new Problem('idempotency.mismatch');
  const encrypted = Buffer.from(stored.body.encrypted, 'base64');
  const opened = decryptBytes(derived(tx, call, 'open'), encrypted, placeOf(tx, call));
  const { text, headers } = JSON.parse(opened.toString()) as ReplayedAnswer;
  return { status: stored.status, text, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}

/** The body is stored as a string inside the JSON, so that a replay is identical to the byte. */
function storeAnswer(tx: Tx, call: IdempotentCall, { status, text, headers }: StoredResponse): void {
  const plaintext = Buffer.from(JSON.stringify({ text, headers } satisfies ReplayedAnswer));
  const encrypted = encryptBytes(derived(tx, call, 'open'), plaintext, placeOf(tx, call)).toString('base64');
  tx.defer({
    name: 'kit_idempotency_keep',
    text: `INSERT INTO kit.idempotency_key (tenant_id, key, scope, fingerprint, status, body) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      tx.tenantId,
      nameOf(tx, call),
      call.scope,
      call.fingerprint,
      status,
      JSON.stringify({ encrypted }),
    ],
  });
}
