import fc from 'fast-check';
import { errorsByPlace, formErrors } from './form-errors';

test('errors of lines belong to their field', () => {
  expect(formErrors({ email: 'wrong', 'addresses/0/city': 'missing' })).toEqual({
    email: { type: 'refused', message: 'wrong', types: { email: 'wrong' } },
    addresses: { type: 'refused', message: 'missing', types: { 'addresses/0/city': 'missing' } },
  });
});

test('any errors come back under their places', () => {
  // `type`, `message` and `ref` are also names of members of react-hook-form's errors.
  const key = fc.constantFrom('0', '1', 'type', 'message', 'ref', 'root', 'city', 'lines');
  const place = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('/'));
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(place, fc.constant('')), fc.string()), (errors) => {
      expect(errorsByPlace(formErrors(errors))).toEqual(errors);
    }),
  );
});
