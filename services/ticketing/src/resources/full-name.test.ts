import { fullName } from './full-name';

test('the first name, then the last name', () => {
  expect(fullName({ firstName: 'Camille', lastName: 'Durand' })).toBe('Camille Durand');
});

test('a missing part leaves no space', () => {
  expect(fullName({ firstName: '', lastName: 'Durand' })).toBe('Durand');
  expect(fullName({ firstName: 'Camille' })).toBe('Camille');
  expect(fullName({})).toBe('');
});
