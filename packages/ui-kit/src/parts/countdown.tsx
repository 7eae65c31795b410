import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../format';
import { useUiText } from './use-ui-text';

const URGENT_SECONDS = 120;

export interface CountdownProps {
  /** End time on the server's clock (ISO). */
  until: string;
  /** Seconds left when the server responded: with it, a wrong local clock does not matter. */
  secondsLeft?: number;
  onEnd?: () => void;
}

/** Uses a monotonic clock: changing the computer's time has no effect. */
export const Countdown = ({ until, secondsLeft, onEnd }: CountdownProps) => {
  const text = useUiText();
  const [left, setLeft] = useState(() => secondsLeft ?? secondsUntil(until));
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const total = secondsLeft ?? secondsUntil(until);
    const start = performance.now();
    let ended = false;
    const tick = () => {
      const now = Math.max(0, total - (performance.now() - start) / 1000);
      setLeft(now);
      if (now > 0 || ended) return;
      ended = true;
      clearInterval(timer);
      end.current?.();
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [until, secondsLeft]);
  return (
    <span
      className="c-countdown"
      data-testid="countdown"
      data-urgent={left < URGENT_SECONDS || undefined}
      role="timer"
      aria-label={text('countdown', { time: formatDuration(left) })}
    >
      {formatDuration(left)}
    </span>
  );
};

const secondsUntil = (until: string): number => Math.max(0, (Date.parse(until) - Date.now()) / 1000);
