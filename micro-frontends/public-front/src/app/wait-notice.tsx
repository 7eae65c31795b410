import { Notice } from '@coulisse/ui-kit';
import { useEffect, useState } from 'react';
import { useText } from './use-text';

const secondsTo = (until: number): number => Math.max(1, Math.ceil((until - performance.now()) / 1000));

/** Says that a call waits for its retry, and how long. */
export default function WaitNotice({ until }: { until: number }) {
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
