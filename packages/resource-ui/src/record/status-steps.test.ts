import { statusSteps } from './status-steps';

const lifecycle = {
  states: ['DRAFT', 'CANCELLED', 'OPTION', 'VALIDATED'],
  tones: { DRAFT: 'neutral', CANCELLED: 'bad', OPTION: 'warn', VALIDATED: 'good' },
};

test('states before the current one are done', () => {
  expect(statusSteps(lifecycle, 'OPTION')).toEqual([
    { state: 'DRAFT', progress: 'done' },
    { state: 'OPTION', progress: 'now' },
    { state: 'VALIDATED', progress: undefined },
  ]);
});

test('a cancelled record shows its state last, and none as done', () => {
  expect(statusSteps(lifecycle, 'CANCELLED')).toEqual([
    { state: 'DRAFT', progress: undefined },
    { state: 'OPTION', progress: undefined },
    { state: 'VALIDATED', progress: undefined },
    { state: 'CANCELLED', progress: 'ended' },
  ]);
});

test('an unknown state marks none', () => {
  expect(statusSteps(lifecycle, 'OTHER').every(({ progress }) => progress === undefined)).toBe(true);
});
