import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { subscribeWaiting, waitingUntil } from '../api/rate-limit-retry';
import { withLaterTexts } from '../texts/language';

/** Loaded when it is needed. The page goes on without it: the call is retried all the same. */
const WaitNotice = lazy<ComponentType<{ until: number }>>(() =>
  withLaterTexts(import('./wait-notice')).catch(() => ({ default: () => null })),
);

/** Notice while a rate-limited call waits for its retry: nothing is lost, the visitor has nothing to do. */
export function Waiting() {
  const until = useSyncExternalStore(subscribeWaiting, waitingUntil, () => null);
  return (
    <div role="status" className="site-waiting">
      {until !== null && (
        <Suspense>
          <WaitNotice key={until} until={until} />
        </Suspense>
      )}
    </div>
  );
}
