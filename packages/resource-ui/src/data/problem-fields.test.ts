import { fieldErrors, inputId, splitErrors, withoutErrorsOf } from './problem-fields';

const errors = fieldErrors([
  { pointer: '/email', code: 'validation.email', detail: 'Adresse invalide.' },
  { pointer: '/addresses/0/city', code: 'validation.required', detail: '' },
  { pointer: '/slug', code: 'slug.taken', detail: 'Déjà pris.' },
]);

it('finds the field that each error speaks of', () => {
  expect(errors).toEqual({
    email: 'Adresse invalide.',
    'addresses/0/city': 'validation.required',
    slug: 'Déjà pris.',
  });
  expect(fieldErrors([{ pointer: '/a~1b/~0c', code: 'x', detail: 'd' }])).toEqual({ 'a/b/~c': 'd' });
});

it('keeps the errors that no field of the screen can show', () => {
  expect(splitErrors(errors, ['email', 'addresses'])).toEqual({
    here: [
      ['email', 'Adresse invalide.'],
      ['addresses/0/city', 'validation.required'],
    ],
    elsewhere: [['slug', 'Déjà pris.']],
  });
});

it('forgets the errors of what was just changed', () => {
  expect(Object.keys(withoutErrorsOf(errors, 'addresses'))).toEqual(['email', 'slug']);
  expect(Object.keys(withoutErrorsOf(errors, 'addresses/0/city'))).toEqual(['email', 'slug']);
  expect(Object.keys(withoutErrorsOf(errors, 'mail'))).toHaveLength(3);
});

it('names the control that a summary points at', () => {
  expect(inputId('addresses/0/city')).toBe('field-addresses-0-city');
});
