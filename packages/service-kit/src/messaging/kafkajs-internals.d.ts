declare module 'kafkajs/src/network/requestQueue' {
  /** The requests of one connection to a broker; only what `kafka-request-queue.ts` replaces. */
  class RequestQueue {
    pending: unknown[];
    /** Until when the broker accepts no request, in ms since the epoch; -1 at first. */
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
