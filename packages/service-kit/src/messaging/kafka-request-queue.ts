import RequestQueue from 'kafkajs/src/network/requestQueue';

/** The library's own interval for requests that wait because too many others are under way. */
const CHECK_MS = 10;

/**
 * Replaces how the queue of a connection schedules its next look at waiting requests. kafkajs 2.2.4 schedules one after
 * every response, without delay and whether or not a request waits, so that each connection wakes the process about a
 * thousand times a second for ever (tulios/kafkajs issue 1704). Here only a queue with waiting requests is looked at again.
 */
export function stopIdleQueueChecks(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function schedule(this: RequestQueue): void {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const delay = Math.max(this.throttledUntil - Date.now(), CHECK_MS);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delay);
  };
}
