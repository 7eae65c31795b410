import { FailureTracker } from './failure-tracker';

let now: number;
let tracker: FailureTracker;
beforeEach(() => {
  now = 0;
  tracker = new FailureTracker(() => now);
});

it('does not defer before a failure, nor after the first one', () => {
  expect(tracker.shouldDefer('a')).toBe(false);
  tracker.recordFailure('a');
  expect(tracker.shouldDefer('a')).toBe(false);
});

it('defers the events of a tenant after two failures in a row, and of no other tenant', () => {
  tracker.recordFailure('a');
  tracker.recordFailure('a');
  expect([tracker.shouldDefer('a'), tracker.shouldDefer('b')]).toEqual([true, false]);
});

it('defers them after one slow failure', () => {
  tracker.recordFailure('a', true);
  expect(tracker.shouldDefer('a')).toBe(true);
});

it('defers the events of all tenants when two tenants fail without a success between them', () => {
  tracker.recordFailure('a');
  tracker.recordFailure('b');
  expect(tracker.shouldDefer('c')).toBe(true);
  tracker.recordSuccess('c');
  expect(tracker.shouldDefer('c')).toBe(false);
});

it('does not take one failing tenant for an outage, however often it fails', () => {
  for (let n = 0; n < 100; n += 1) tracker.recordFailure('a');
  expect(tracker.shouldDefer('b')).toBe(false);
});

it('stops deferring after a success', () => {
  tracker.recordFailure('a');
  tracker.recordFailure('a');
  expect([tracker.recordSuccess('a'), tracker.recordSuccess('a'), tracker.shouldDefer('a')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('forgets a failure after one minute', () => {
  tracker.recordFailure('a');
  tracker.recordFailure('b');
  now = 60_001;
  expect([tracker.shouldDefer('a'), tracker.shouldDefer('c')]).toEqual([false, false]);
});

it('forgets a slow failure after ten minutes', () => {
  tracker.recordFailure('a', true);
  now = 599_999;
  expect(tracker.shouldDefer('a')).toBe(true);
  now = 600_001;
  expect(tracker.shouldDefer('a')).toBe(false);
});
