import { Writable } from 'node:stream';
import fc from 'fast-check';
import pino from 'pino';
import { withTrace } from '../telemetry/trace';
import { createLogger, type LogSettings } from './logger';

function collect(settings: Partial<LogSettings> = {}) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const line = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;
  return { lines, line, log: createLogger({ name: 'crm', level: 'info', destination, ...settings }) };
}

/** An error as HTTP libraries throw it, with the response attached, whose fields are getters of a class. */
const httpError = () =>
  Object.assign(new Error('Network response was not OK.'), {
    response: new Response('{"email":"canary"}', { status: 400 }),
    responseData: { errorMessage: 'canary' },
    status: 400,
  });

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const hostileProxy = () =>
  new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('ownKeys');
      },
      get: () => {
        throw new Error('get');
      },
      getPrototypeOf: () => {
        throw new Error('getPrototypeOf');
      },
    },
  );
class HostileError extends Error {
  override get message(): string {
    throw new Error('message');
  }
  override get stack(): string {
    throw new Error('stack');
  }
  get code(): string {
    throw new Error('code');
  }
}
const cyclic = () => {
  const value: Record<string, unknown> = { name: 'x' };
  value.self = value;
  const error = new Error('cyclic', { cause: value });
  value.error = error;
  error.cause = error;
  return { value, error };
};
const HOSTILE: [string, () => unknown][] = [
  ['an error that holds a Response', httpError],
  ['a Response', () => new Response('x')],
  ['a Headers', () => new Headers({ cookie: 'canary' })],
  [
    'a getter that throws',
    () => ({
      get password(): string {
        throw new Error('no');
      },
      get a(): string {
        throw new Error('no');
      },
    }),
  ],
  [
    'a toJSON that throws',
    () => ({
      toJSON: () => {
        throw new Error('no');
      },
    }),
  ],
  ['a proxy whose traps throw', hostileProxy],
  ['a revoked proxy', revoked],
  ['an error whose getters throw', () => new HostileError()],
  ['a cycle', cyclic],
  ['a BigInt', () => ({ amount: 12n, list: [1n] })],
  ['a symbol', () => ({ tag: Symbol('x') })],
  ['an invalid date', () => ({ at: new Date(Number.NaN) })],
  ['null without a prototype', () => Object.create(null) as object],
  ['frozen fields with secrets', () => Object.freeze({ password: 'canary', token: Object.freeze({}) })],
  ['a million characters', () => ({ text: 'x'.repeat(1_000_000) })],
  ['a hundred thousand items', () => ({ list: Array.from({ length: 100_000 }, (_, id) => ({ id })) })],
  ['a hundred thousand keys', () => Object.fromEntries(Array.from({ length: 100_000 }, (_, id) => [id, id]))],
  [
    'ten thousand levels',
    () => {
      let value: object = {};
      for (let level = 0; level < 10_000; level++) value = { value };
      return value;
    },
  ],
  [
    'ten thousand causes',
    () => {
      let error = new Error('0');
      for (let level = 1; level < 10_000; level++) error = new Error(String(level), { cause: error });
      return error;
    },
  ],
  ['undefined', () => undefined],
  ['null', () => null],
  ['a function', () => () => undefined],
  [
    'a socket-like class',
    () =>
      new (class Socket {
        password = 'canary';
      })(),
  ],
];

it('hides secrets and personal data', () => {
  const { lines, log } = collect();
  log.info({
    password: 'canary-1',
    headers: { authorization: 'canary-2', cookie: 'canary-3', 'cart-token': 'canary-4' },
    req: { headers: { Authorization: 'canary-5', 'set-cookie': ['canary-7'] } },
    customer: { email: 'canary-6' },
    a: { b: { c: { d: [{ access_token: 'canary-8' }] } } },
    err: Object.assign(new Error('x', { cause: { password: 'canary-9' } }), {
      detail: 'Key (email)=(canary-10) already exists.',
      config: { headers: { authorization: 'canary-11' } },
    }),
  });
  log.child({ token: 'canary-12', job: 'j' }).info('child');
  expect(lines.join('')).not.toContain('canary');
  expect(lines.join('')).toContain('[hidden]');
  expect(lines.at(-1)).toContain('"job":"j"');
});

it('names the service, the trace and the causes of an error', () => {
  const { lines, log } = collect();
  const err = new Error('outer', {
    cause: Object.assign(new Error('inner'), { code: '23505', table: 'tiers' }),
  });
  withTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', () => log.error({ err }, 'failed'));
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(line).toMatchObject({
    level: 'error',
    service: 'crm',
    msg: 'failed',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    err: { type: 'Error', message: 'outer', cause: { message: 'inner', code: '23505', table: 'tiers' } },
  });
});

it('accepts an error alone, and printf formats', () => {
  const { line, log } = collect();
  log.warn(new Error('alone'));
  expect(line()).toMatchObject({ level: 'warn', msg: 'alone', err: { message: 'alone' } });
  log.warn('%s of %d', 'one', 2);
  expect(line()).toMatchObject({ msg: 'one of 2' });
});

describe('a log call does not throw', () => {
  it.each(HOSTILE)('%s', (_name, make) => {
    const { lines, line, log } = collect();
    expect(() => log.error({ err: make(), value: make(), list: [make()] }, 'request.failed')).not.toThrow();
    expect(line()).toMatchObject({ msg: 'request.failed', level: 'error', service: 'crm' });
    expect(() => log.error(make() as object, 'request.failed')).not.toThrow();
    expect(line()).toMatchObject({ msg: 'request.failed' });
    expect(() => log.child({ made: make() }).error('request.failed')).not.toThrow();
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('canary');
    expect(Math.max(...lines.map((text) => text.length))).toBeLessThan(300_000);
  });

  it('writes one line of JSON whatever is logged', () => {
    const hostile = fc.constantFrom(...HOSTILE.map(([, make]) => make));
    const anything: fc.Arbitrary<() => unknown> = fc
      .anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
        withObjectString: true,
        maxDepth: 4,
      })
      .map((value) => () => value);
    const { lines, log } = collect();
    fc.assert(
      fc.property(
        fc.oneof(anything, hostile),
        fc.oneof(anything, hostile),
        fc.string({ unit: 'binary' }),
        (makeFirst, makeSecond, message) => {
          const [first, second] = [makeFirst(), makeSecond()];
          const before = lines.length;
          log.info({ err: first, nested: { second }, [message]: second }, message);
          log.info(first as object, message);
          log.child({ first }).info({ second }, message);
          expect(lines).toHaveLength(before + 3);
          for (const line of lines.slice(before)) JSON.parse(line);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('writes the line without its fields when the redaction throws', () => {
    const { line, log } = collect({
      plain: () => {
        throw new Error('the redaction fails');
      },
    });
    expect(() => log.error({ err: httpError(), password: 'canary' }, 'request.failed')).not.toThrow();
    expect(line()).toMatchObject({ msg: 'log.failed', event: 'request.failed', level: 'error' });
  });

  it('would throw without these guards', () => {
    const bare = pino(
      {
        serializers: { err: pino.stdSerializers.errWithCause },
        redact: { paths: ['*.headers', '*.*.headers', 'err.response.status'], censor: '[hidden]' },
      },
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    );
    expect(() => bare.error({ err: httpError() }, 'request.failed')).toThrow();
  });
});
