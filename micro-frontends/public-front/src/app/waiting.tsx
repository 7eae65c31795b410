import { Notice } from '@coulisse/ui-kit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { subscribeWaiting, waitingUntil } from '../api/rate-limit-retry';
import { useText } from './use-text';

const secondsTo = (until: number): number => Math.max(1, Math.ceil((until - performance.now()) / 1000));

function Wait({ until }: { until: number }) {
  const t = useText();
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Notice tone="warn">
      {t('waiting.text')} <span aria-hidden>{t('waiting.seconds', { count: seconds })}</span>
    </Notice>
  );
}

/** Notice while a rate-limited call waits for its retry: nothing is lost, the visitor has nothing to do. */
export function Waiting() {
  const until = useSyncExternalStore(subscribeWaiting, waitingUntil, () => null);
  return (
    <div role="status" className="site-waiting">
      {until !== null && <Wait key={until} until={until} />}
    </div>
  );
}
