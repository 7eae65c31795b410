import { messages, type MessageId } from '@coulisse/contracts';
import { negotiateLanguage } from './language';
import { Problem } from './problem';
import { problemBody } from './problem-body';
import { isTransient, toProblem } from './to-problem';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('toProblem', () => {
  it.each<[string, unknown, string, number]>([
    ['a problem', new Problem('hold.expired'), 'hold.expired', 409],
    [
      'a problem in a cause',
      new Error('x', { cause: new Error('y', { cause: new Problem('http.404') }) }),
      'http.404',
      404,
    ],
    [
      'a problem in an AggregateError',
      new AggregateError([new Problem('cart.not-yours')]),
      'cart.not-yours',
      403,
    ],
    [
      'a body that is too large',
      Object.assign(new Error('x'), { type: 'entity.too.large', status: 413 }),
      'request.too-large',
      413,
    ],
    [
      'a body that is not JSON',
      Object.assign(new Error('x'), { type: 'entity.parse.failed', status: 400 }),
      'request.malformed',
      400,
    ],
    [
      'an unsupported encoding',
      Object.assign(new Error('x'), { type: 'encoding.unsupported', status: 415 }),
      'request.unsupported-media',
      415,
    ],
    ['an undecodable path', new URIError('x'), 'request.malformed', 400],
    ['NUL in a text', coded('22021'), 'request.malformed', 400],
    ['a surrogate in JSON', coded('22P05'), 'request.malformed', 400],
    ['an invalid date', coded('22007'), 'request.malformed', 400],
    ['a date out of range', coded('22008'), 'request.malformed', 400],
    ['a body that cannot be decompressed', coded('Z_DATA_ERROR'), 'request.malformed', 400],
    ['a body that is not zstd', coded('ZSTD_error_prefix_unknown'), 'request.malformed', 400],
    ['linked rows', coded('23503'), 'foreign-key.linked-data', 409],
    ['a duplicate value', coded('23505'), 'validation.unique', 422],
    ['an invalid id', coded('22P02'), 'request.malformed', 400],
    ['an unreachable database', coded('ECONNREFUSED'), 'service.unavailable', 503],
    ['a bug (R-167)', new TypeError('x is not a function'), 'internal', 500],
    ['an unexpected status', Object.assign(new Error('x'), { status: 418 }), 'internal', 500],
    ['undefined', undefined, 'internal', 500],
  ])('%s', (_what, error, code, status) => expect(toProblem(error)).toMatchObject({ code, status }));

  it('accepts an error that is its own cause', () => {
    const error = new Error('x');
    error.cause = error;
    expect(toProblem(error).code).toBe('internal');
  });
});

it.each<[unknown, boolean]>([
  [coded('ECONNRESET'), true],
  [coded('57P01'), true],
  [coded('25P03'), true],
  [coded('25006'), true],
  [coded('40001'), true],
  [coded('40P01'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('wrapped', { cause: coded('53300') }), true],
  [new Problem('service.unavailable'), true],
  [new Problem('http.404', { cause: coded('ECONNRESET') }), false],
  [new DOMException('too late', 'TimeoutError'), true],
  [coded('23505'), false],
  [new TypeError('bug'), false],
])('recognises transient errors: %p', (error, answer) => expect(isTransient(error)).toBe(answer));

it('translates a problem and its fields to both languages', () => {
  const errors = [{ pointer: '/n', code: 'validation.value-max' as const, params: { max: 5 } }];
  const problem = new Problem('hold.too-many-seats', { params: { max: 20 }, errors });
  expect(problemBody(problem, 'en', '/x', 'trace')).toEqual({
    type: '/problems/hold.too-many-seats',
    title: 'Invalid data',
    status: 422,
    detail: 'You can choose 20 seats at most.',
    instance: '/x',
    code: 'hold.too-many-seats',
    params: { max: 20 },
    errors: [
      {
        pointer: '/n',
        code: 'validation.value-max',
        params: { max: 5 },
        detail: 'This value must be at most 5.',
      },
    ],
    traceId: 'trace',
  });
  expect(problemBody(problem, 'fr', '/x', null).detail).toContain('20');
});

it('has a status and a text for every message', () => {
  for (const code of Object.keys(messages('fr')) as MessageId[]) {
    const body = problemBody(new Problem(code), 'fr', '/', null);
    expect(body.status).toBeGreaterThanOrEqual(400);
    expect(body.title).not.toBe('');
  }
});

it.each([
  [undefined, undefined, 'fr'],
  ['en', 'fr', 'en'],
  ['de', 'en-GB,en;q=0.9', 'en'],
  [undefined, 'de, en;q=0.5, fr;q=0.8', 'fr'],
  [undefined, 'fr;q=0, en;q=0.1', 'en'],
  [['en'], 'es', 'fr'],
])('chooses a language for ?locale=%p and %p', (locale, header, answer) =>
  expect(negotiateLanguage(locale, header)).toBe(answer),
);
