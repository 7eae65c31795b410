import { createHash, hkdfSync } from 'node:crypto';
import type { Actor } from '../actor';
import type { ServiceDatabase } from '../database/database';
import type { Tx } from '../database/types';
import { boundTo, KEY_BYTES, openBytes, sealBytes } from '../kernel/encryption/sealed-bytes';
import { Problem } from '../problem/problem';

export interface Answer {
  status: number;
  /** JSON as it is sent; null for an empty answer. */
  text: string | null;
  headers: Record<string, string>;
}

export interface IdempotentCall {
  key: string;
  /** Method and path of the route. */
  scope: string;
  /** Who sent it: two people never meet in one key, whatever they choose. */
  principal: string;
  /** Of everything that makes two requests the same one. */
  fingerprint: string;
}

const MAX_KEY = 255;

/** Who asks belongs to the fingerprint: a key that a stranger guesses answers nothing. */
export function fingerprintOf(parts: {
  url: string;
  body: unknown;
  actor: Actor;
  cartToken: string | null;
}): string {
  const { url, body, actor, cartToken } = parts;
  return createHash('sha256')
    .update(JSON.stringify([url, canonical(body), actor.subject, cartToken]))
    .digest('hex');
}

/** The same object whatever the order of its keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
}

/**
 * Runs `work` once per key. Key, effect and answer are one transaction: either all of them exist or none. A refusal is
 * not kept, so that what was put right can be sent again.
 */
export async function once(
  db: ServiceDatabase,
  actor: Actor,
  call: IdempotentCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (call.key.length > MAX_KEY) throw new Problem('request.malformed');
  return db.inJoinableTenant(actor, async (tx) => {
    await takeTurn(tx, call);
    const earlier = await find(tx, call);
    if (earlier) return earlier;
    const answer = await work();
    await keep(tx, call, answer);
    return answer;
  });
}

/** Whoever comes while the first is still at work is told so, rather than kept waiting. */
async function takeTurn(tx: Tx, { key, scope, principal }: IdempotentCall): Promise<void> {
  const { rows } = await tx.sql.named<{ mine: boolean }>(
    'kit_idempotency_lock',
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 727002)) AS mine',
    [`${tx.tenantId} ${scope} ${principal} ${key}`],
  );
  if (!rows[0]?.mine) throw new Problem('idempotency.conflict', { headers: { 'Retry-After': '1' } });
}

/**
 * Two secrets of a key, neither of which tells the other: one finds the row, the other opens its answer. Whoever reads the
 * table without knowing the keys of its callers reads nothing, be it a field that is encrypted everywhere else.
 */
const derived = (tx: Tx, { key, scope, principal }: IdempotentCall, use: 'find' | 'open') => {
  // hkdf takes a short text only, and a principal may be a long one.
  const who = createHash('sha256').update(principal).digest('hex');
  return Buffer.from(hkdfSync('sha256', key, tx.tenantId, `idempotency ${use} ${scope} ${who}`, KEY_BYTES));
};
const nameOf = (tx: Tx, call: IdempotentCall) => derived(tx, call, 'find').toString('base64url');
const placeOf = (tx: Tx, { scope, fingerprint }: IdempotentCall) => boundTo(tx.tenantId, scope, fingerprint);

interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: { sealed: string };
}
type KeptAnswer = Pick<Answer, 'text' | 'headers'>;

async function find(tx: Tx, call: IdempotentCall): Promise<Answer | null> {
  const { rows } = await tx.sql.named<StoredAnswer>(
    'kit_idempotency_find',
    'SELECT fingerprint, status, body FROM idempotency_key WHERE tenant_id = $1 AND scope = $2 AND key = $3',
    [tx.tenantId, call.scope, nameOf(tx, call)],
  );
  const stored = rows[0];
  if (!stored) return null;
  if (stored.fingerprint !== call.fingerprint) throw new Problem('idempotency.mismatch');
  const sealed = Buffer.from(stored.body.sealed, 'base64');
  const opened = openBytes(derived(tx, call, 'open'), sealed, placeOf(tx, call));
  const { text, headers } = JSON.parse(opened.toString()) as KeptAnswer;
  return { status: stored.status, text, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}

/** The text is kept as text inside the JSON: a replay is the same to the byte. */
async function keep(tx: Tx, call: IdempotentCall, { status, text, headers }: Answer): Promise<void> {
  const kept = Buffer.from(JSON.stringify({ text, headers } satisfies KeptAnswer));
  const sealed = sealBytes(derived(tx, call, 'open'), kept, placeOf(tx, call)).toString('base64');
  await tx.sql.named(
    'kit_idempotency_keep',
    `INSERT INTO idempotency_key (tenant_id, key, scope, fingerprint, status, body) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.tenantId, nameOf(tx, call), call.scope, call.fingerprint, status, JSON.stringify({ sealed })],
  );
}
