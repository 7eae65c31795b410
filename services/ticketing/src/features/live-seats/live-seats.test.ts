import { seatIdOf } from '@coulisse/seat-plan';
import type { EventStream } from '@coulisse/service-kit';
import { LiveSeats } from './live-seats';

const SEATING = '019ac000-0000-8000-8000-00000000';
const seat = (number: number): string => seatIdOf(SEATING, number);

function stream() {
  const abort = new AbortController();
  const sent: unknown[] = [];
  const events: EventStream = {
    send: (event, data) => void sent.push([event, JSON.parse(String(data))]),
    comment: () => undefined,
    close: () => abort.abort(),
    closed: abort.signal,
  };
  return { events, sent };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('sends a change at once, and only to open plans of its performance', () => {
  const live = new LiveSeats();
  const [ours, theirs] = [stream(), stream()];
  live.watch('p1', ours.events);
  live.watch('p2', theirs.events);
  live.announce('p1', [seat(1), seat(2)], 'HELD');
  expect(ours.sent).toEqual([['seats', { seating: SEATING, HELD: [1, 2] }]]);
  expect(theirs.sent).toEqual([]);
});

test('collects further changes for a moment and sends the last state of each seat', () => {
  const live = new LiveSeats();
  const open = stream();
  live.watch('p1', open.events);
  live.announce('p1', [seat(1)], 'HELD');
  live.announce('p1', [seat(2), seat(3)], 'HELD');
  live.announce('p1', [seat(2)], 'SOLD');
  live.announce('p1', [seat(3)], 'FREE');
  expect(open.sent).toHaveLength(1);
  jest.advanceTimersByTime(150);
  expect(open.sent.slice(1)).toEqual([['seats', { seating: SEATING, SOLD: [2], FREE: [3] }]]);
  jest.advanceTimersByTime(150);
  live.announce('p1', [seat(4)], 'HELD');
  expect(open.sent).toHaveLength(3);
});

test('stops sending to a closed plan and keeps sending to the others', () => {
  const live = new LiveSeats();
  const [closed, open] = [stream(), stream()];
  live.watch('p1', closed.events);
  live.watch('p1', open.events);
  closed.events.close();
  live.announce('p1', [seat(1)], 'SOLD');
  expect(closed.sent).toEqual([]);
  expect(open.sent).toHaveLength(1);
});

test('keeps nothing of a performance without open plans', () => {
  const live = new LiveSeats();
  const first = stream();
  live.watch('p1', first.events);
  live.announce('p1', [seat(1)], 'HELD');
  live.announce('p1', [seat(2)], 'HELD');
  first.events.close();
  expect(jest.getTimerCount()).toBe(0);
  const second = stream();
  live.watch('p1', second.events);
  jest.advanceTimersByTime(1_000);
  expect(second.sent).toEqual([]);
});
