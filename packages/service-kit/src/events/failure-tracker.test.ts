import { FailureTracker } from './failure-tracker';

let now: number;
let tracker: FailureTracker;
beforeEach(() => {
  now = 0;
  tracker = new FailureTracker(() => now);
});

it('tries in place while nothing failed, and after one failure', () => {
  expect(tracker.defers('a')).toBe(false);
  tracker.failed('a');
  expect(tracker.defers('a')).toBe(false);
});

it('stores the events of a tenant that failed twice in a row, and of no other tenant', () => {
  tracker.failed('a');
  tracker.failed('a');
  expect([tracker.defers('a'), tracker.defers('b')]).toEqual([true, false]);
});

it('stores them after one failure that was slow', () => {
  tracker.failed('a', true);
  expect(tracker.defers('a')).toBe(true);
});

it("stores everybody's events when two tenants fail with no success between them", () => {
  tracker.failed('a');
  tracker.failed('b');
  expect(tracker.defers('c')).toBe(true);
  tracker.succeeded('c');
  expect(tracker.defers('c')).toBe(false);
});

it('does not take one failing tenant for an outage, however often it fails', () => {
  for (let n = 0; n < 100; n += 1) tracker.failed('a');
  expect(tracker.defers('b')).toBe(false);
});

it('tries in place again after a success', () => {
  tracker.failed('a');
  tracker.failed('a');
  expect([tracker.succeeded('a'), tracker.succeeded('a'), tracker.defers('a')]).toEqual([true, false, false]);
});

it('forgets what it has not heard of for a minute', () => {
  tracker.failed('a');
  tracker.failed('b');
  now = 60_001;
  expect([tracker.defers('a'), tracker.defers('c')]).toEqual([false, false]);
});
