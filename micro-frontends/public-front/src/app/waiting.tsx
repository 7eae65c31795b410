import { Notice } from '@coulisse/ui-kit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onWaiting, waitingUntil } from '../api/patience';
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

/** Told while a call waits because too many came from where this reader is: nothing is lost, nothing has to be done. */
export function Waiting() {
  const until = useSyncExternalStore(onWaiting, waitingUntil);
  return (
    <div role="status" className="site-waiting">
      {until !== null && <Wait key={until} until={until} />}
    </div>
  );
}
