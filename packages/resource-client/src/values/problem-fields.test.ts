import { fieldErrors, inputId, splitErrors, withoutErrorsOf } from './problem-fields';

const errors = fieldErrors([
  { pointer: '/email', code: 'validation.email', detail: 'Adresse invalide.' },
  { pointer: '/addresses/0/city', code: 'validation.required', detail: '' },
  { pointer: '/slug', code: 'slug.taken', detail: 'Déjà pris.' },
]);

it('finds the field of each error', () => {
  expect(errors).toEqual({
    email: 'Adresse invalide.',
    'addresses/0/city': 'validation.required',
    slug: 'Déjà pris.',
  });
  expect(fieldErrors([{ pointer: '/a~1b/~0c', code: 'x', detail: 'd' }])).toEqual({ 'a/b/~c': 'd' });
});

it('keeps the errors that no field of the screen can show', () => {
  expect(splitErrors(errors, ['email', 'addresses'])).toEqual({
    shown: [
      ['email', 'Adresse invalide.'],
      ['addresses/0/city', 'validation.required'],
    ],
    elsewhere: [['slug', 'Déjà pris.']],
  });
});

it('clears the errors of a changed field', () => {
  expect(Object.keys(withoutErrorsOf(errors, 'addresses'))).toEqual(['email', 'slug']);
  expect(Object.keys(withoutErrorsOf(errors, 'addresses/0/city'))).toEqual(['email', 'slug']);
  expect(Object.keys(withoutErrorsOf(errors, 'mail'))).toHaveLength(3);
});

it('returns the id of the control that the summary links to', () => {
  expect(inputId('addresses/0/city')).toBe('field-addresses-0-city');
});
