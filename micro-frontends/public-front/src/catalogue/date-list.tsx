import { useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import type { PerformanceSummary } from '../api/types';
import { rowDate, shortMoney, useTimes } from '../app/format';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { Availability } from './availability';
import { isOpen, nextOpen, seatsPath } from './availability-rules';

/** Under a date that is sold out: the way to the next one with places. */
function NextFree({
  performance,
  others,
}: {
  performance: PerformanceSummary;
  others: DateListProps['others'];
}) {
  const t = useText();
  const language = useLanguage();
  const next = nextOpen(others, performance);
  return (
    next && <Link to={seatsPath(next)}>{t('show.next-free', { date: rowDate(next.date, language) })}</Link>
  );
}

function DateRow({
  performance,
  others,
}: {
  performance: PerformanceSummary;
  others: DateListProps['others'];
}) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const open = isOpen(performance);
  const [weekday, ...rest] = rowDate(performance.date, language).split(' ');
  return (
    <li className="date-row" data-open={open || undefined}>
      <span className="date-row-day">
        <small>{weekday}</small>
        <b>{rest.join(' ')}</b>
      </span>
      <span className="date-row-facts">
        <span>{times(performance)}</span>
        <small>{performance.room}</small>
      </span>
      <span className="date-row-state">
        <Availability performance={performance} />
        {open && performance.lowestPrice && (
          <small>{t('price.from', { price: shortMoney(performance.lowestPrice, language) })}</small>
        )}
      </span>
      {open ? (
        <Link
          className="c-button"
          data-kind="main"
          data-testid={`performance-${performance.id}`}
          to={seatsPath(performance)}
          aria-label={t('show.choose.label', { date: formatDate(performance.date, language, 'long') })}
        >
          {t('show.choose')}
        </Link>
      ) : (
        <span className="date-row-next">
          <NextFree performance={performance} others={others} />
          {performance.availability === 'FULL' && (
            <Link to={`/waiting-list/${performance.id}`}>
              {t('show.waiting-list')}
              <span className="c-hidden">, {formatDate(performance.date, language, 'long')}</span>
            </Link>
          )}
        </span>
      )}
    </li>
  );
}

export interface DateListProps {
  /** Shown, soonest first. */
  performances: readonly PerformanceSummary[];
  /** All of the show: where a date is sold out, the next one with places is one of them. */
  others: readonly PerformanceSummary[];
}

/** Dates of a show: times, places, price, and the way to the plan. */
export function DateList({ performances, others }: DateListProps) {
  return (
    <ul role="list" className="date-list">
      {performances.map((performance) => (
        <DateRow key={performance.id} performance={performance} others={others} />
      ))}
    </ul>
  );
}
