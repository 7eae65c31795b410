import { goesOn, isRetrying, JOB_STATES, mayRetry, mayStop, shareOf } from './job';

const label = 'Comptage';

it('is tried again when it waits after an attempt', () => {
  expect(isRetrying({ label, state: 'WAITING', attempts: 1 })).toBe(true);
  expect(isRetrying({ label, state: 'WAITING', attempts: 0 })).toBe(false);
  expect(isRetrying({ label, state: 'FAILED', attempts: 8 })).toBe(false);
});

it('goes on from its checkpoint, if it has one and is to run again', () => {
  expect(goesOn({ label, state: 'FAILED', hasCheckpoint: true })).toBe(true);
  expect(goesOn({ label, state: 'RUNNING', hasCheckpoint: true })).toBe(false);
  expect(goesOn({ label, state: 'WAITING', hasCheckpoint: null })).toBe(false);
});

it('can be started again when it failed, and stopped until it has ended', () => {
  expect(JOB_STATES.filter((state) => mayRetry({ label, state }))).toEqual(['FAILED']);
  expect(JOB_STATES.filter((state) => mayStop({ state }))).toEqual(['WAITING', 'RUNNING', 'FAILED']);
});

it('can only be stopped when its service does not know it any more', () => {
  expect(mayRetry({ label: null, state: 'FAILED' })).toBe(false);
  expect(isRetrying({ label: null, state: 'WAITING', attempts: 1 })).toBe(false);
  expect(goesOn({ label: null, state: 'WAITING', hasCheckpoint: true })).toBe(false);
});

it.each([
  [0, null, null],
  [3, 0, null],
  [1, 4, 0.25],
  [9, 4, 1],
])('%d of %d is %d', (done, total, share) => expect(shareOf({ done, total })).toBe(share));
