import vectors from '@coulisse/identifiers/buyer-name.vectors.json';
import { z } from 'zod';
import { buyerName, optionalBuyerName } from './buyer-name';
import { fieldErrors } from './validation';

const schema = z.object({ name: buyerName() });
const errorsOf = (name: unknown) => {
  const { error } = schema.safeParse({ name }, { reportInput: true });
  return error ? fieldErrors(error.issues) : [];
};

describe('buyerName', () => {
  it.each(vectors.accepted)('keeps %j as typed', (name) => expect(schema.parse({ name })).toEqual({ name }));

  it('trims and composes', () =>
    expect(schema.parse({ name: ' Rene\u0301 \u202e' })).toEqual({ name: 'René' }));

  it('takes 255 letters or emoji, and names the limit for one more', () => {
    for (const letter of ['é', 'a', '🦄', 'م']) {
      expect(schema.parse({ name: letter.repeat(255) }).name).toBe(letter.repeat(255));
      expect(errorsOf(letter.repeat(256))).toEqual([
        { pointer: '/name', code: 'validation.length', params: { min: 1, max: 255 } },
      ]);
    }
  });

  it('names the field of what is no name', () => {
    expect(errorsOf('Ana\0')).toEqual([{ pointer: '/name', code: 'validation.buyer-name' }]);
    expect(errorsOf('Ana\nBcc: x@y.example')).toEqual([{ pointer: '/name', code: 'validation.buyer-name' }]);
    expect(errorsOf(' \u202e ')).toEqual([{ pointer: '/name', code: 'validation.not-blank' }]);
    expect(errorsOf(7)).toEqual([{ pointer: '/name', code: 'validation.type' }]);
  });

  it('is described with its length', () =>
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      properties: { name: { type: 'string', minLength: 1, maxLength: 255 } },
    }));
});

describe('optionalBuyerName', () => {
  it('may be left empty, and is otherwise a name', () => {
    expect(optionalBuyerName().parse(' \u202e ')).toBe('');
    expect(optionalBuyerName(3).safeParse('Anna').success).toBe(false);
    expect(optionalBuyerName().safeParse('\u200b').success).toBe(false);
    expect(optionalBuyerName().parse('=Ana')).toBe('=Ana');
  });
});
