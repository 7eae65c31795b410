import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { covers } from './identities';
import { Findings, type Budget, type Outcome } from './lib/findings';
import { clientNumber, inParallel, send, type HttpRequest } from './lib/http-client';
import { HOSTILE_TEXTS, hostileValue, nested } from './lib/hostile';
import { pathOf, valuesOf, type Description, type Operation } from './lib/openapi';
import { Random } from './lib/random';
import { faultsOf } from './lib/verdict';

export interface FuzzTarget {
  origin: string;
  description: Description;
  /** The caller, and its rights. */
  token: () => Promise<string>;
  rights: readonly string[];
  /** Real ids of the caller's own tenant, by the path that lists them: requests use them. */
  ids: ReadonlyMap<string, readonly string[]>;
  /** Operations that would end what the other requests need. */
  spared?: (operation: Operation) => boolean;
}

const AT_ONCE = 6;
/** Number of networks, so that limits by network do not hide defects behind them. */
const CLIENTS = 400;

/** Sends requests over all operations that are almost right: types, depths, sizes, encodings, operators, cursors. */
export async function attackByFuzz(target: FuzzTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('fuzz', seed);
  const { operations } = target.description;
  const usable = operations.filter((operation) => !target.spared?.(operation));
  // Each operation in turn, so that none is left out by chance.
  const cases = Array.from({ length: budget.requests }, (_, index) => index);
  const order = new Random(seed).shuffled(usable);
  const offset = new Random(seed).below(order.length);
  let limited = 0;
  await inParallel(cases, AT_ONCE, async (index) => {
    const operation = order[(index + offset) % order.length];
    if (operation && (await attackOnce(target, operation, seed, index, findings)) === 429) limited++;
  });
  if (limited > budget.requests / 20)
    findings.add('429', `${limited} of ${budget.requests} requests were not looked at`);
  return findings.outcome();
}

async function attackOnce(
  target: FuzzTarget,
  operation: Operation,
  seed: number,
  index: number,
  findings: Findings,
): Promise<number> {
  const random = new Random(seed * 1_000_003 + index);
  const { description } = target;
  const may = operation.right === null || covers(target.rights, operation.right);
  const authorization = `Bearer ${await target.token()}`;
  const request: HttpRequest = {
    method: operation.method,
    path:
      pathOf(operation, (name) => parameterValue(target, operation, name, random)) + query(operation, random),
    from: clientNumber(1 + random.below(CLIENTS)),
    timeoutMs: 60_000,
    ...bodyOf(operation, description, random, seed * 31 + index),
  };
  const defaultHeaders: Record<string, string> =
    operation.area === 'back-office' || random.chance(0.2) ? { authorization } : {};
  const headers: Record<string, string | string[]> = { ...defaultHeaders, ...request.headers };
  headersOf(operation, headers, random);
  request.headers = headers;
  const where = `#${index} ${show(request)}`;
  let answer;
  try {
    answer = await send(target.origin, request);
  } catch {
    return 0; // what the client itself refuses to send is not an attack
  }
  findings.requests++;
  const expectation = { method: operation.method };
  for (const fault of faultsOf(answer, expectation)) {
    const excerpt = answer.status >= 500 ? ` ${answer.body.toString().slice(0, 160)}` : '';
    // What breaks before the operation is reached is one defect, however many operations there are.
    const cause =
      headers['content-encoding'] === undefined ? `${operation.method} ${operation.path}` : 'coded';
    findings.add(`${where}${may ? '' : ' (without the right)'}`, fault + excerpt, `${cause} ${fault}`);
  }
  return answer.status;
}

const show = ({ method, path, headers, body }: HttpRequest): string => {
  const type = String(headers?.['content-type'] ?? '');
  const coded = headers?.['content-encoding'] ? ` ${String(headers['content-encoding'])}` : '';
  const text = body === undefined ? '' : ` ${type}${coded} ${JSON.stringify(body.toString()).slice(0, 200)}`;
  return `${method} ${path.slice(0, 300)}${text}`;
};

function parameterValue({ ids }: FuzzTarget, { path }: Operation, name: string, random: Random): string {
  const collection = path.slice(0, path.indexOf('/{'));
  const existingIds = ids.get(collection) ?? [];
  if (existingIds.length > 0 && random.chance(0.5)) return random.pick(existingIds);
  if (name === 'transition')
    return random.pick(['valid', 'cancel', 'enable', 'disable', '__proto__', 'constructor']);
  if (random.chance(0.2)) return '01890000-0000-7000-8000-000000000000';
  const text = random.pick(HOSTILE_TEXTS).slice(0, 2_000);
  return text.replace(/[\uD800-\uDFFF]/g, '') || '%20';
}

const encode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no encoding: its bytes are sent as they would stand in broken UTF-8.
    return '%ED%A0%80';
  }
};

/** Names that a query may hold although no description lists them. */
const FILTERS = [
  'f.id.eq',
  'f.name.contains',
  'f.__proto__.eq',
  'f.constructor.x',
  'f.createdAt.gte',
  'f.id.in',
  'f.isArchived.eq',
  'f..',
  'f.email.within',
];

function query({ parameters }: Operation, random: Random): string {
  const pairs: string[] = [];
  for (const { name, in: where, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
    if (where !== 'query' || !random.chance(0.4)) continue;
    const choices = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
    const value =
      choices.length > 0 && random.chance(0.5) ? String(random.pick(choices)) : hostileText(name, random);
    pairs.push(`${encode(name)}=${encode(value)}`);
    if (random.chance(0.1)) pairs.push(`${encode(name)}=${encode(hostileText(name, random))}`);
    if (random.chance(0.05)) pairs.push(`${encode(name)}[]=${encode(value)}`);
  }
  if (random.chance(0.3)) pairs.push(`${random.pick(FILTERS)}=${encode(hostileText('filter', random))}`);
  if (random.chance(0.05)) pairs.push('%', '&&', '=%zz', '%00=%00');
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 12_000)}` : '';
}

const NUMBERS = [
  '0',
  '-1',
  '1e9',
  '9'.repeat(30),
  '1.5',
  'NaN',
  'Infinity',
  '0x10',
  '-0',
  '2147483648',
  '9223372036854775808',
];
const DATES = [
  '0000-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-02-30',
  '2026-13-01',
  '275760-09-14',
  '0001-01-01',
  '2026-11-22T99:99:99Z',
];

function hostileText(name: string, random: Random): string {
  if (/date|from|until|start|end/i.test(name)) return random.pick(DATES);
  if (/size|page|max|rank/i.test(name)) return random.pick(NUMBERS);
  if (name === 'after' || name === 'before')
    return random.pick([
      Buffer.from('[1,"x",null]').toString('base64url'),
      'e30',
      Buffer.from('{"__proto__":[]}').toString('base64url'),
      'AA==',
      '\u0000',
    ]);
  if (name === 'filter')
    return random.pick([
      '{',
      '[]',
      'null',
      '{"match":"all","rules":[]}',
      '{"match":"any","rules":[{"field":"__proto__","op":"eq","value":1}]}',
      '{"match":"all","rules":[{"field":"createdAt","op":"gte","value":"0000-01-01"}]}',
      '{"match":"all","rules":[{"field":"name","op":"contains","value":"\\u0000"}]}',
      nested(200, '{"match":"all","rules":[', ']}'),
      ...DATES,
      ...NUMBERS,
    ]);
  return random.pick(HOSTILE_TEXTS);
}

/** Bodies that the schema allows but for one value, or bodies of another kind. */
function bodyOf(
  { bodies }: Operation,
  { schemas }: Description,
  random: Random,
  seed: number,
): Pick<HttpRequest, 'body' | 'headers'> {
  const [type, schema] = bodies[0] ?? [];
  if (!type || !schema)
    return random.chance(0.1) ? coded(Buffer.from('{}'), 'application/json', random) : { headers: {} };
  if (!type.includes('json')) return coded(Buffer.from(random.pick(HOSTILE_TEXTS)), type, random);
  const [valid] = fc.sample(valuesOf(schema, schemas), { numRuns: 1, seed });
  const roll = random.next();
  if (roll < 0.15)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(valid ?? {}) };
  if (roll < 0.75)
    return { headers: { 'content-type': 'application/json' }, body: stringify(withHostile(valid, random)) };
  if (roll < 0.85) return { headers: { 'content-type': 'application/json' }, body: random.pick(BROKEN_JSON) };
  return coded(Buffer.from(stringify(valid ?? {})), 'application/json', random);
}

const BROKEN_JSON = [
  '',
  '{',
  '[',
  'null',
  '0',
  '"text"',
  'true',
  '[]',
  '[[]]',
  '{"a":1,}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":"\u0001"}',
  '1e999999',
  '-',
  nested(5_000, '[', ']'),
  nested(3_000, '{"a":', '}', '1'),
  `{"a":${'9'.repeat(5_000)}}`,
  `"${'a'.repeat(200_000)}"`,
];

/** Replaces one value somewhere inside, or adds an unknown name. */
function withHostile(value: unknown, random: Random, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > 4 || random.chance(0.15))
    return hostileValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...(value as unknown[]), hostileValue(random)];
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? withHostile(item, random, depth + 1) : item));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.1))
    return Object.fromEntries([
      ...entries,
      [
        random.pick(['__proto__', 'constructor', 'id', 'tenantId', 'tenant_id', 'version', '']),
        hostileValue(random),
      ],
    ]);
  const at = random.below(entries.length);
  return Object.fromEntries(
    entries.map(([name, inner], index) => [
      name,
      index === at ? withHostile(inner, random, depth + 1) : (inner as unknown),
    ]),
  );
}

/** JSON with its lone surrogates and its NULs, as a careless client writes it. */
const stringify = (value: unknown): string => JSON.stringify(value) ?? 'null';

const ENCODINGS = [
  'gzip',
  'deflate',
  'br',
  'identity',
  'compress',
  'zstd',
  'gzip, gzip',
  '',
  'x'.repeat(300),
];
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-7',
  'application/json; charset=',
  'application/x-www-form-urlencoded',
  'application/',
  '/',
  'application/json;;;',
  'application/problem+json',
];

/** Bodies under a coding or a type that is not theirs, or broken in the middle. */
function coded(body: Buffer, type: string, random: Random): Pick<HttpRequest, 'body' | 'headers'> {
  const coding = random.pick(ENCODINGS);
  const packed = random.pick([gzipSync(body), deflateSync(body), deflateRawSync(body), body]);
  const cut = random.chance(0.5) ? packed.subarray(0, Math.max(1, packed.length >> 1)) : packed;
  const headers: Record<string, string> = { 'content-type': random.chance(0.4) ? random.pick(TYPES) : type };
  if (random.chance(0.7)) headers['content-encoding'] = coding;
  return { headers, body: cut };
}

function headersOf({ parameters }: Operation, headers: Record<string, string | string[]>, random: Random) {
  for (const { name, in: where } of parameters)
    if (where === 'header' && random.chance(0.3))
      headers[name.toLowerCase()] = random.pick(['', 'a'.repeat(256), '"', '%00', '*', 'W/"1"']);
  if (random.chance(0.1))
    headers['if-match'] = random.pick(['*', '"0"', '"x"', 'W/"99999999999999999999"', '""', ',,']);
  if (random.chance(0.1)) headers['accept-language'] = random.pick(['*', 'xx', 'en;q=x', ',,,', '__proto__']);
  if (random.chance(0.1)) headers['accept'] = random.pick(['text/csv', '*/*;q=', 'application/xml', '']);
  if (random.chance(0.1)) headers['range'] = random.pick(['bytes=0-', 'bytes=9999999999-', 'bytes=-1', 'x']);
  if (random.chance(0.05)) headers['cart-token'] = random.pick(['a', 'A'.repeat(22), '%00', '__proto__']);
  if (random.chance(0.05)) headers['idempotency-key'] = random.pick(['a', 'a'.repeat(256), '%00', ' ']);
}
