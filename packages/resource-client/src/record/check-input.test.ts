import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { inputProblem } from './check-input';

const label = { fr: '', en: '' };
const fields: readonly FieldDescriptor[] = [
  { name: 'name', type: 'text', required: true, min: 2, max: 10, label },
  { name: 'email', type: 'email', required: false, max: 254, label },
  { name: 'rank', type: 'int', required: false, min: 0, max: 20, label },
  { name: 'price', type: 'money', required: false, min: 0, label },
  { name: 'iban', type: 'iban', required: false, label },
  { name: 'kind', type: 'enumeration', required: true, default: 'A', enum: ['A', 'B'], label },
  { name: 'times', type: 'list', of: 'time', required: false, label },
  { name: 'venue', type: 'ref', ref: 'sample.venue', required: false, label },
  { name: 'text', type: 'richText', required: false, label },
  {
    name: 'lines',
    type: 'children',
    required: false,
    fields: [{ name: 'city', type: 'text', required: true, label }],
    label,
  },
  { name: 'total', type: 'money', required: false, readonly: true, label },
];
const problem = (operation: 'create' | 'update', body: object, language: 'fr' | 'en' = 'en') =>
  inputProblem(fields, operation, { ...body }, language);

test('a valid body has no problem; a change needs only what it changes', () => {
  const body = { name: 'Tabouret', email: 'a@b.fr', rank: 3, price: '12.50', times: ['20:30'], venue: 'v-1' };
  expect(problem('create', body)).toBeNull();
  expect(problem('update', { rank: null })).toBeNull();
  expect(problem('create', { name: 'Tabouret', text: `<p>${'x'.repeat(3_000)}</p>` })).toBeNull();
});

test.each([
  ['a missing value', {}, '/name', 'Cette valeur ne doit pas être vide.', 'This value should not be blank.'],
  [
    'spaces',
    { name: '  ' },
    '/name',
    'Cette valeur ne doit pas être vide.',
    'This value should not be blank.',
  ],
  ['a text', { name: 'x' }, '/name', null, 'The length must be between 2 and 10 characters.'],
  ['an address', { name: 'ab', email: 'a@' }, '/email', null, 'This value is not a valid e-mail address.'],
  ['a number', { name: 'ab', rank: 21 }, '/rank', null, 'This value must be at most 20.'],
  ['an amount', { name: 'ab', price: 'x' }, '/price', null, 'This value must be a number.'],
  ['an identifier', { name: 'ab', iban: 'FR76' }, '/iban', null, 'This IBAN is not valid.'],
  ['a choice', { name: 'ab', kind: 'C' }, '/kind', null, 'This value is not one of the choices.'],
  ['an item', { name: 'ab', times: ['25:00'] }, '/times/0', null, 'This value is not a valid time.'],
  [
    'a line',
    { name: 'ab', lines: [{ city: null }] },
    '/lines/0/city',
    null,
    'This value should not be blank.',
  ],
  [
    'a readonly one',
    { name: 'ab', total: '1.00' },
    '/total',
    null,
    'This form should not contain extra fields.',
  ],
])('%s is refused in the words of the service', (_what, body, pointer, french, english) => {
  expect(problem('create', body)).toMatchObject({
    status: 422,
    code: 'validation.failed',
    detail: 'Some values need correcting.',
    errors: [{ pointer, detail: english }],
  });
  if (french) expect(problem('create', body, 'fr')?.errors[0]?.detail).toBe(french);
});

test('a change may not empty a required field, and all errors are named at once', () => {
  const refused = problem('update', { name: null, rank: 1.5, kind: null });
  expect(refused?.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/name validation.not-blank',
    '/rank validation.integer',
    '/kind validation.not-blank',
  ]);
});
