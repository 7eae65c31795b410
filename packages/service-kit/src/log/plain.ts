import { types } from 'node:util';

/** Keys whose values are never logged, at any depth; compared without case, hyphens and underscores. */
const SECRETS = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'carttoken',
  'idempotencykey',
  'password',
  'pass',
  'email',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'secret',
  'clientsecret',
  'privatekey',
  'servicekey',
]);
const CENSORED = '[hidden]';

const LIMITS = { depth: 6, keys: 60, items: 50, text: 8_192, nodes: 1_000, causes: 5 };

/**
 * Fields that are logged of an error beside its class. Everything else that libraries attach to errors is left out:
 * bodies, requests, responses, and the detail of a database error, which quotes the row.
 */
const ERROR_FIELDS = [
  'code',
  'status',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  'kind',
  'type',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'retriable',
  'reasons',
] as const;

interface Budget {
  nodes: number;
  readonly seen: Set<object>;
}
export type PlainRecord = Record<string, unknown>;

/**
 * Copies any value to data that JSON can write: bounded in depth and size, without secrets, cycles, getters, classes or
 * proxies. It never throws.
 */
export function toLoggable(value: unknown): unknown {
  return read(() => plain(value, 0, { nodes: LIMITS.nodes, seen: new Set() }));
}

/** The data of an error: class, message, stack, the listed fields, and the same of its cause. */
export const errorToPlain = (error: unknown): PlainRecord =>
  read(() => plainError(error as Error, 0, { nodes: LIMITS.nodes, seen: new Set() })) as PlainRecord;

/** Of this realm or of another. */
export function isError(value: unknown): value is Error {
  if (types.isProxy(value)) return false;
  return types.isNativeError(value) || value instanceof Error;
}

const UNREADABLE = '[unreadable]';
function read<T>(work: () => T): T | string {
  try {
    return work();
  } catch {
    return UNREADABLE; // A proxy or a getter threw: the line is written without that value.
  }
}

const cut = (text: string): string =>
  text.length > LIMITS.text ? `${text.slice(0, LIMITS.text)}… (${text.length} characters)` : text;
const isSecret = (key: string): boolean => SECRETS.has(key.replaceAll(/[-_]/g, '').toLowerCase());

function plain(value: unknown, depth: number, budget: Budget): unknown {
  switch (typeof value) {
    case 'string':
      return cut(value);
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
    case 'symbol':
      return cut(String(value));
    case 'function':
      return '[function]';
    default:
      return value === null ? null : plainObject(value as object, depth, budget);
  }
}

function plainObject(value: object, depth: number, budget: Budget): unknown {
  if (budget.seen.has(value)) return '[circular]';
  if (depth >= LIMITS.depth || --budget.nodes < 0) return '[…]';
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.toISOString() : 'Invalid Date';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return cut(value.origin + value.pathname);
  if (value instanceof RegExp) return cut(String(value));
  budget.seen.add(value);
  try {
    if (isError(value)) return plainError(value, depth, budget);
    if (Array.isArray(value)) return items(value.length, value, depth, budget);
    if (value instanceof Set) return items(value.size, value, depth, budget);
    if (value instanceof Map) return { size: value.size };
    const prototype: unknown = Object.getPrototypeOf(value);
    // Of an instance of a class only the name is logged: its fields are internals of its library.
    if (prototype !== null && prototype !== Object.prototype && !isPlainElsewhere(prototype))
      return `[${nameOf(value)}]`;
    return entries(value, depth, budget);
  } finally {
    budget.seen.delete(value);
  }
}

/** Whether this is `Object.prototype` of another realm (a worker, a test's sandbox), whose own prototype is null. */
const isPlainElsewhere = (prototype: unknown): boolean =>
  Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty');

const nameOf = (value: object): string => {
  const { name } = (value.constructor ?? {}) as { name?: unknown };
  return typeof name === 'string' && name !== '' ? cut(name) : 'object';
};

function items(length: number, values: Iterable<unknown>, depth: number, budget: Budget): unknown[] {
  const out: unknown[] = [];
  for (const item of values) {
    if (out.length === LIMITS.items) {
      out.push(`… (${length} items)`);
      break;
    }
    out.push(read(() => plain(item, depth + 1, budget)));
  }
  return out;
}

/** Keys with a special meaning for JSON serialisers. */
const SPECIAL = new Set(['__proto__', 'hasOwnProperty', 'toJSON', 'toString', 'constructor']);
const nameFor = (key: string): string => (SPECIAL.has(key) ? `[${key}]` : cut(key));

function entries(value: object, depth: number, budget: Budget): PlainRecord {
  const out: PlainRecord = {};
  const keys = Object.keys(value);
  for (const key of keys.slice(0, LIMITS.keys)) {
    if (isSecret(key)) {
      out[nameFor(key)] = CENSORED;
      continue;
    }
    out[nameFor(key)] = read(() => {
      const property = Object.getOwnPropertyDescriptor(value, key);
      return property && 'value' in property ? plain(property.value, depth + 1, budget) : '[getter]';
    });
  }
  if (keys.length > LIMITS.keys) out['…'] = `${keys.length} keys`;
  return out;
}

/** A text field of an error; libraries may define it as a getter, which may throw. */
const text = (error: Error, key: 'name' | 'message' | 'stack'): string | undefined => {
  const found = read(() => error[key]);
  return typeof found === 'string' ? cut(found) : undefined;
};

function plainError(error: Error, depth: number, budget: Budget, causes = 0): PlainRecord {
  const out: PlainRecord = {};
  out.type = text(error, 'name') ?? 'Error';
  out.message = text(error, 'message') ?? '';
  out.stack = text(error, 'stack') ?? '';
  for (const key of ERROR_FIELDS) {
    const value = read(() => plain((error as unknown as PlainRecord)[key], depth + 1, budget));
    if (value !== undefined) out[key] = value;
  }
  const cause = read(() => error.cause);
  if (cause !== undefined && causes < LIMITS.causes)
    out.cause = read(() => {
      if (!isError(cause)) return plain(cause, depth + 1, budget);
      if (budget.seen.has(cause)) return '[circular]';
      budget.seen.add(cause);
      return plainError(cause, depth, budget, causes + 1);
    });
  if (error instanceof AggregateError)
    out.errors = read(() => plain(error.errors as unknown, depth + 1, budget));
  return out;
}
