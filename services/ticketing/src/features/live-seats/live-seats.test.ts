import type { EventStream } from '@coulisse/service-kit';
import { LiveSeats } from './live-seats';

function stream() {
  const abort = new AbortController();
  const sent: [string, unknown][] = [];
  const events: EventStream = {
    send: (event, data) => void sent.push([event, data]),
    comment: () => undefined,
    close: () => abort.abort(),
    closed: abort.signal,
  };
  return { events, sent };
}

test('sends a change only to open plans of its performance', () => {
  const live = new LiveSeats();
  const [ours, theirs] = [stream(), stream()];
  live.watch('p1', ours.events);
  live.watch('p2', theirs.events);
  live.announce('p1', ['s1', 's2'], 'HELD');
  expect(ours.sent).toEqual([['seats', '{"seats":[{"id":"s1","state":"HELD"},{"id":"s2","state":"HELD"}]}']]);
  expect(theirs.sent).toEqual([]);
});

test('stops sending to a closed plan and keeps sending to the others', () => {
  const live = new LiveSeats();
  const [closed, open] = [stream(), stream()];
  live.watch('p1', closed.events);
  live.watch('p1', open.events);
  closed.events.close();
  live.announce('p1', ['s1'], 'SOLD');
  expect(closed.sent).toEqual([]);
  expect(open.sent).toHaveLength(1);
});
