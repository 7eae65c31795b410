import {
  children,
  date,
  defineResource,
  decimal,
  email,
  int,
  json,
  list,
  money,
  ref,
  text,
  time,
  url,
} from '@coulisse/resource';
import fc from 'fast-check';
import { Problem } from '../problem/problem';
import { canonical } from './codec';
import { completed, parseInput } from './parse';

const thing = defineResource('sample.thing', {
  path: 'sample/things',
  rights: 'sample.thing',
  fields: {
    name: text({ max: 10 }).required(),
    price: money({ min: 0 }),
    weight: decimal(),
    rank: int().default(1),
    mail: email(),
    site: url(),
    on: date(),
    at: list(time()),
    owner: ref('sample.thing'),
    extra: json(),
    lines: children({ label: text().required() }),
  },
});
const names = Object.keys(thing.fields);

describe('the input of a resource', () => {
  test('whatever is sent, the answer is values or a problem that points into it', () => {
    const field = fc.oneof(fc.constantFrom(...names), fc.string());
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue(), { maxKeys: 8 }));
    fc.assert(
      fc.property(body, fc.constantFrom('create' as const, 'update' as const), (sent, operation) => {
        try {
          const values = parseInput(thing, operation, sent);
          expect(Object.keys(values).every((name) => names.includes(name))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
          const { errors } = error as Problem;
          expect(errors.length).toBeGreaterThan(0);
          expect(errors.every(({ pointer }) => pointer === '' || pointer.startsWith('/'))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is empty where a form left it empty', () => {
    const given = parseInput(thing, 'create', { name: ' x ', price: '', mail: '  ', on: '' });
    expect(completed(thing.fields, given)).toEqual({
      name: 'x',
      price: null,
      weight: null,
      rank: 1,
      mail: null,
      site: null,
      on: null,
      at: [],
      owner: null,
      extra: null,
      lines: [],
    });
  });

  test('amounts come as text, and keep one spelling', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    fc.assert(
      fc.property(cents, (amount) => {
        const spelt = canonical({ kind: 'money' }, (amount / 100).toFixed(2)) as string;
        expect(Math.round(Number(spelt) * 100)).toBe(amount);
        expect(spelt).toMatch(/^-?\d+\.\d\d$/);
        expect(canonical({ kind: 'money' }, spelt)).toBe(spelt);
      }),
    );
    expect(canonical({ kind: 'money' }, '-0')).toBe('0.00');
    expect(canonical({ kind: 'decimal' }, '007.5000')).toBe('7.5');
    expect(canonical({ kind: 'decimal' }, '100')).toBe('100');
    expect(() => parseInput(thing, 'update', { price: 1.1 })).toThrow(Problem);
  });
});
