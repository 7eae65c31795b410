import type { PerformanceSummary } from '../api/types';
import { useText } from '../app/use-text';
import { availabilityWords } from './availability-rules';

/** A full, half or barred disc and its word. */
export function Availability({ performance }: { performance: PerformanceSummary }) {
  const t = useText();
  const { state, text, count } = availabilityWords(performance);
  return (
    <span className="places" data-state={state}>
      {t(text, { count })}
    </span>
  );
}
