import { nearSteps, statusSteps } from './status-steps';

const lifecycle = { path: ['DRAFT', 'OPTION', 'VALIDATED', 'PAID'] };
const drawn = (current: string, visited?: string[]) =>
  statusSteps(lifecycle, current, visited).map(({ state, progress }) => `${state} ${progress ?? '-'}`);

test('states before the current one are done, those after it are not', () =>
  expect(drawn('OPTION')).toEqual(['DRAFT done', 'OPTION now', 'VALIDATED -', 'PAID -']));

test('a state that was skipped is left out', () =>
  expect(drawn('VALIDATED', ['DRAFT', 'VALIDATED'])).toEqual(['DRAFT done', 'VALIDATED now', 'PAID -']));

test('a record that went back has the rest of its course before it', () =>
  expect(drawn('DRAFT', ['DRAFT', 'OPTION', 'DRAFT'])).toEqual([
    'DRAFT now',
    'OPTION -',
    'VALIDATED -',
    'PAID -',
  ]));

test('an end state comes after what happened, with nothing after it', () =>
  expect(drawn('CANCELLED', ['DRAFT', 'OPTION', 'CANCELLED'])).toEqual([
    'DRAFT done',
    'OPTION done',
    'CANCELLED ended',
  ]));

test('an end state without its history marks none as done', () =>
  expect(drawn('CANCELLED')).toEqual(['DRAFT -', 'OPTION -', 'VALIDATED -', 'PAID -', 'CANCELLED ended']));

test.each([
  ['DRAFT', ['DRAFT', 'OPTION']],
  ['VALIDATED', ['OPTION', 'VALIDATED', 'PAID']],
  ['CANCELLED', ['PAID', 'CANCELLED']],
])('a narrow panel shows what is before and after %s', (current, expected) =>
  expect(nearSteps(statusSteps(lifecycle, current)).map(({ state }) => state)).toEqual(expected),
);
