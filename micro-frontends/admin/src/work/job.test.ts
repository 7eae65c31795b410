import { goesOn, isRetrying, JOB_STATES, mayStop, shareOf } from './job';

it('is tried again when it waits after an attempt', () => {
  expect(isRetrying({ state: 'WAITING', attempts: 1 })).toBe(true);
  expect(isRetrying({ state: 'WAITING', attempts: 0 })).toBe(false);
  expect(isRetrying({ state: 'FAILED', attempts: 8 })).toBe(false);
});

it('goes on from its checkpoint, if it has one and is to run again', () => {
  expect(goesOn({ state: 'FAILED', hasCheckpoint: true })).toBe(true);
  expect(goesOn({ state: 'RUNNING', hasCheckpoint: true })).toBe(false);
  expect(goesOn({ state: 'WAITING', hasCheckpoint: null })).toBe(false);
});

it('can be stopped until it has ended', () =>
  expect(JOB_STATES.filter((state) => mayStop({ state }))).toEqual(['WAITING', 'RUNNING', 'FAILED']));

it.each([
  [0, null, null],
  [3, 0, null],
  [1, 4, 0.25],
  [9, 4, 1],
])('%d of %d is %d', (done, total, share) => expect(shareOf({ done, total })).toBe(share));
