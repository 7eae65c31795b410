import { type PixelStep, pixelPagePath } from '@coulisse/contracts/tracking-pixels';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Theatre } from '../api/types';
import { type Choice, originsOf, readChoice, subscribeChoice } from './consent';
import './pixels.css';

/** Nothing of the page waits for it, and who only passes through a page is not counted. */
const DELAY_MS = 1_000;

/** The visitor's choice; `undefined` on the server, which knows none. */
export const useChoice = (theatre: Theatre): Choice | null | undefined =>
  useSyncExternalStore<Choice | null | undefined>(
    subscribeChoice,
    () => readChoice(theatre),
    () => undefined,
  );

/** The pixels of a step for a visitor who has accepted them. */
export function PixelFrame({ theatre, step }: { theatre: Theatre; step: PixelStep }) {
  const isAccepted = useChoice(theatre) === 'accepted';
  const isCounted = theatre.site?.pixels?.some((pixel) => pixel.step === step) ?? false;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isAccepted || !isCounted || !isDue) return null;
  return (
    <iframe
      className="pixel-frame"
      data-testid="pixel-frame"
      src={pixelPagePath(theatre.id, step, originsOf(theatre.site))}
      sandbox=""
      referrerPolicy="no-referrer"
      tabIndex={-1}
      aria-hidden
      title=""
    />
  );
}
