import type { EventStream } from '@coulisse/service-kit';
import { LiveSeats } from './live-seats';

function stream() {
  const abort = new AbortController();
  const sent: [string, unknown][] = [];
  const one: EventStream = {
    send: (event, data) => void sent.push([event, data]),
    comment: () => undefined,
    close: () => abort.abort(),
    closed: abort.signal,
  };
  return { one, sent };
}

test('a change reaches the open plans of its performance, and those only', () => {
  const live = new LiveSeats();
  const [ours, theirs] = [stream(), stream()];
  live.watch('p1', ours.one);
  live.watch('p2', theirs.one);
  live.announce('p1', ['s1', 's2'], 'HELD');
  expect(ours.sent).toEqual([['seats', '{"seats":[{"id":"s1","state":"HELD"},{"id":"s2","state":"HELD"}]}']]);
  expect(theirs.sent).toEqual([]);
});

test('a plan that was closed hears nothing more, the others go on', () => {
  const live = new LiveSeats();
  const [gone, stays] = [stream(), stream()];
  live.watch('p1', gone.one);
  live.watch('p1', stays.one);
  gone.one.close();
  live.announce('p1', ['s1'], 'SOLD');
  expect(gone.sent).toEqual([]);
  expect(stays.sent).toHaveLength(1);
});
