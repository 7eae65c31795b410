import { useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import type { Performance } from '../api/types';
import { useTimes } from './format';
import { Hero } from './hero';

export function PerformanceHero({ performance }: { performance: Performance }) {
  const language = useLanguage();
  const times = useTimes();
  return (
    <Hero
      color={performance.show.color}
      kicker={performance.show.shortDescription}
      title={performance.show.name}
      aside={
        <>
          {formatDate(performance.date, language, 'long')}
          <br />
          {times(performance)}
        </>
      }
    />
  );
}
