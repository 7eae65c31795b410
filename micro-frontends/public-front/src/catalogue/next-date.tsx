import { useLanguage } from '@coulisse/ui-kit';
import type { ReactNode } from 'react';
import type { PerformanceSummary } from '../api/types';
import { shortMoney, useTimes } from '../app/format';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { Availability } from './availability';
import { dayName } from './months';

interface NextDateProps {
  performance: PerformanceSummary | undefined;
  /** Lowest price of what the button leads to. */
  price: string | null;
  /** Where the button leads. */
  to: string;
  children?: ReactNode;
}

/** The next date with places, and the way to it; stands in a hero. */
export function NextDate({ performance, price, to, children }: NextDateProps) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  if (!performance) return <p>{t('show.none-free')}</p>;
  return (
    <>
      <div className="next-date">
        <span>
          <small>{t('show.next')}</small>
          <b>{dayName(performance.date, language)}</b>
          {children ?? times(performance)}
        </span>
        <Availability performance={performance} />
      </div>
      <div className="next-actions">
        <Link className="c-button" to={to}>
          {price === null ? t('show.book') : t('show.book-from', { price: shortMoney(price, language) })}
        </Link>
        <a href="#dates">{t('show.all-dates')}</a>
      </div>
    </>
  );
}
