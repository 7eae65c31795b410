import RequestQueue from 'kafkajs/src/network/requestQueue';
import { stopIdleQueueChecks } from './kafka-request-queue';

const original = RequestQueue.prototype.scheduleCheckPendingRequests;

/** Queue of a connection without a broker; requests are recorded when they are sent. */
function queueWith(maxInFlightRequests: number | null) {
  const Queue = RequestQueue as unknown as new (settings: object) => RequestQueue & {
    push(request: object): void;
    fulfillRequest(response: object): void;
    maybeThrottle(ms: number): void;
  };
  const sent: number[] = [];
  const queue = new Queue({
    ...{
      instrumentationEmitter: null,
      requestTimeout: 1_000,
      enforceRequestTimeout: false,
      clientId: 'test',
    },
    ...{ broker: 'none', logger: { debug() {}, warn() {} }, isConnected: () => true, maxInFlightRequests },
  });
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, apiKey: 1, apiName: 'Fetch', apiVersion: 11, resolve() {}, reject() {} },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    });
  const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: null, size: 0 });
  return { queue, sent, push, answer };
}

/** How often a queue looks for waiting requests in a second after one request and its response. */
function idleChecks(): number {
  const { queue, push, answer } = queueWith(null);
  const checks = jest.spyOn(queue, 'checkPendingRequests');
  push(1);
  answer(1);
  const before = checks.mock.calls.length;
  jest.advanceTimersByTime(1_000);
  return checks.mock.calls.length - before;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  RequestQueue.prototype.scheduleCheckPendingRequests = original;
  jest.useRealTimers();
});

it('does not look at an empty queue again', () => {
  stopIdleQueueChecks();
  expect(idleChecks()).toBe(0);
});

it('the queue of the library does, without this replacement', () => {
  expect(idleChecks()).toBeGreaterThan(500);
});

it('sends waiting requests in their order, as others are answered', () => {
  stopIdleQueueChecks();
  const { sent, push, answer } = queueWith(1);
  for (const id of [1, 2, 3]) push(id);
  expect(sent).toEqual([1]);
  answer(1);
  expect(sent).toEqual([1, 2]);
  answer(2);
  expect(sent).toEqual([1, 2, 3]);
});

it('sends what waited for the end of a throttling, without a response that would trigger it', () => {
  stopIdleQueueChecks();
  const { queue, sent, push } = queueWith(null);
  queue.maybeThrottle(200);
  push(1);
  jest.advanceTimersByTime(150);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(sent).toEqual([1]);
});
