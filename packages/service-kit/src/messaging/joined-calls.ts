import type { ReceivedMessage } from './types';

type Handle = (messages: readonly ReceivedMessage[], signal: AbortSignal) => Promise<void>;
interface Call {
  messages: readonly ReceivedMessage[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one call of a handler out of those that come in the same turn of the event loop: the library hands over each
 * partition of an answer by itself, and what a service does for its messages costs as much for one as for many. Messages
 * of one call stay in their order; all calls that were joined are resolved, or rejected, together.
 */
export function joinedCalls(handle: Handle, maxMessages: number): Handle {
  const waiting: Call[] = [];

  /** The calls that fit into one, at least the first. */
  function next(): Call[] {
    const joined: Call[] = [];
    let messages = 0;
    while (waiting[0] && (joined.length === 0 || messages + waiting[0].messages.length <= maxMessages)) {
      const call = waiting.shift()!;
      messages += call.messages.length;
      joined.push(call);
    }
    return joined;
  }

  const call = async (joined: readonly Call[], signal: AbortSignal): Promise<void> =>
    handle(
      joined.flatMap(({ messages }) => messages),
      signal,
    );

  function run(signal: AbortSignal): void {
    while (waiting.length > 0) {
      const joined = next();
      call(joined, signal).then(
        () => joined.forEach(({ resolve }) => resolve()),
        (error: unknown) => joined.forEach(({ reject }) => reject(error)),
      );
    }
  }

  return (messages, signal) =>
    new Promise((resolve, reject) => {
      waiting.push({ messages, resolve, reject });
      if (waiting.length === 1) setImmediate(() => run(signal));
    });
}
