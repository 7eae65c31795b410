import type { MessageId } from '@coulisse/contracts';
import { Problem } from './problem';

/** Messages of SQLSTATEs that are not bugs. */
const BY_SQLSTATE: Readonly<Record<string, MessageId>> = {
  '22007': 'request.malformed', // a date or a time that does not exist
  '22008': 'request.malformed',
  '22021': 'request.malformed', // a text that is not UTF-8, or contains NUL
  '22P05': 'request.malformed',
  '22P02': 'request.malformed', // text that is not of the column's type, such as an id that is not a UUID
  '23503': 'foreign-key.linked-data',
  '23505': 'validation.unique',
};
/** 25P03: a transaction that idled too long while its process was frozen; 25006: a standby that becomes the primary. */
const TRANSIENT_SQLSTATE = /^(08|53|57P0|40001|40P01|55P03|57014|25P03|25006)/;
const TRANSIENT_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);
/** Messages of pg and its pool without an error code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

interface Coded {
  code?: unknown;
  type?: unknown;
  status?: unknown;
  message?: unknown;
  name?: unknown;
}

/** The error and its causes, outermost first. */
function* chain(error: unknown): Generator<unknown> {
  const seen = new Set<unknown>();
  for (let current = error; current && !seen.has(current); current = (current as { cause?: unknown }).cause) {
    seen.add(current);
    yield current;
    if (current instanceof AggregateError) yield* current.errors as unknown[];
  }
}

/** True if a retry may succeed: lost connections, restarts, lock races, timeouts, an unavailable peer. */
export function isTransient(error: unknown): boolean {
  try {
    return isPassing(error);
  } catch {
    return false; // An error whose fields cannot be read.
  }
}

function isPassing(error: unknown): boolean {
  for (const cause of chain(error)) {
    if (cause instanceof Problem) return cause.kind === 'unavailable' || isPeerFailure(cause.cause);
    if (isPeerFailure(cause)) return true;
    const { code, message, name } = cause as Coded;
    if (name === 'TimeoutError') return true;
    if (typeof code === 'string' && (TRANSIENT_SYSTEM.has(code) || isTransientState(code))) return true;
    if (typeof message === 'string' && LOST_CONNECTION.test(message)) return true;
  }
  return false;
}

/**
 * Failures of the peer: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED (during an upgrade an older replica does not
 * have a new method yet), INTERNAL, UNAVAILABLE and UNAUTHENTICATED of gRPC.
 */
const PEER_FAILURES = new Set([1, 2, 4, 12, 13, 14, 16]);

/** True for a failed call that the peer did not refuse on purpose. */
function isPeerFailure(error: unknown): boolean {
  const { code, details, metadata } = (error ?? {}) as Coded & { details?: unknown; metadata?: unknown };
  const isStatus = typeof code === 'number' && typeof details === 'string' && typeof metadata === 'object';
  return isStatus && PEER_FAILURES.has(code);
}

const isTransientState = (code: string): boolean => code.length === 5 && TRANSIENT_SQLSTATE.test(code);

/** Converts an error to a problem; an unexpected error becomes `internal`, and its text is not sent. */
export function toProblem(error: unknown): Problem {
  try {
    return problemOf(error);
  } catch (unreadable) {
    // An error whose fields cannot be read, such as a proxy's.
    return new Problem('internal', { cause: unreadable });
  }
}

function problemOf(error: unknown): Problem {
  for (const cause of chain(error)) {
    if (cause instanceof Problem) return cause;
    const mapped = fromExpress(cause as Coded) ?? fromDatabase(cause as Coded);
    if (mapped) return new Problem(mapped[0], { status: mapped[1], cause: error });
  }
  return new Problem(isTransient(error) ? 'service.unavailable' : 'internal', { cause: error });
}

function fromDatabase({ code }: Coded): [MessageId] | undefined {
  const messageId = typeof code === 'string' ? BY_SQLSTATE[code] : undefined;
  return messageId && [messageId];
}

/** Errors of body-parser carry a `type` and a status; a path that cannot be decoded is a URIError. */
function fromExpress(cause: Coded): [MessageId, number?] | undefined {
  if (cause instanceof URIError) return ['request.malformed'];
  const { type, status, code } = cause;
  // A body that cannot be decompressed.
  if (typeof code === 'string' && /^(Z_[A-Z]+_ERROR|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_error_)/.test(code))
    return ['request.malformed'];
  if (typeof type !== 'string' || typeof status !== 'number') return undefined;
  if (type === 'entity.too.large') return ['request.too-large', 413];
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return ['request.unsupported-media', 415];
  return status >= 400 && status < 500 ? ['request.malformed'] : undefined;
}
