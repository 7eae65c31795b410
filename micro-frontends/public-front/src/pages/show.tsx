import { EmptyState, StateChip, useLanguage, type Tone } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { Link, useParams } from '../routing/router';
import { showQuery } from '../api/queries';
import type { Availability, PerformanceSummary, Show } from '../api/types';
import { shortMoney, useTimes } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';

const TONES: Record<Availability, Tone> = { FREE: 'good', FEW: 'warn', FULL: 'neutral' };

function PerformanceRow({ performance }: { performance: PerformanceSummary }) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const open = performance.onSale && performance.availability !== 'FULL';
  const [weekday, ...rest] = formatDate(performance.date, language, 'short').split(' ');
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
        {performance.onSale || performance.availability === 'FULL' ? (
          <StateChip tone={TONES[performance.availability]}>
            {t(`availability.${performance.availability}`)}
          </StateChip>
        ) : (
          <StateChip>{t('show.closed')}</StateChip>
        )}
        {open && performance.lowestPrice && (
          <small>{t('price.from', { price: shortMoney(performance.lowestPrice, language) })}</small>
        )}
      </span>
      {open && (
        <Link
          className="c-button"
          data-kind="main"
          data-testid={`performance-${performance.id}`}
          to={`/reservations/cart/add/${performance.id}`}
          aria-label={t('show.choose.label', { date: formatDate(performance.date, language, 'long') })}
        >
          {t('show.choose')}
        </Link>
      )}
    </li>
  );
}

function Dates({ show }: { show: Show }) {
  const t = useText();
  if (show.performances.length === 0) {
    return (
      <EmptyState
        icon={<CalendarX aria-hidden />}
        title={t('show.no-dates')}
        actions={
          <Link className="c-button" to={`/theatres/${show.organiser.slug}`}>
            {t('show.others')}
          </Link>
        }
      >
        {t('show.no-dates.text')}
      </EmptyState>
    );
  }
  return (
    <ul role="list" className="date-list">
      {show.performances.map((performance) => (
        <PerformanceRow key={performance.id} performance={performance} />
      ))}
    </ul>
  );
}

/** The lowest price of the performances on sale. */
function lowestPrice(show: Show): string | null {
  const prices = show.performances
    .filter((performance) => performance.onSale && performance.lowestPrice !== null)
    .map((performance) => performance.lowestPrice!);
  return prices.sort((a, b) => Number(a) - Number(b))[0] ?? null;
}

export function ShowPage() {
  const t = useText();
  const language = useLanguage();
  const { id = '' } = useParams();
  const query = useQuery(showQuery(id));
  useShowTheatre(query.data?.organiser);
  usePageTitle(query.data?.name ?? '');
  return (
    <Loaded query={query}>
      {(show) => {
        const price = lowestPrice(show);
        return (
          <>
            <Hero
              large
              color={show.color}
              kicker={show.shortDescription}
              title={show.name}
              aside={price && t('price.from', { price: shortMoney(price, language) })}
            />
            <div className="page show-page">
              <section aria-labelledby="dates">
                <h2 id="dates" className="page-title">
                  {t('show.dates')}
                </h2>
                <Dates show={show} />
              </section>
              {show.description && (
                <section className="show-about" aria-labelledby="about">
                  <h2 id="about" className="page-title">
                    {t('show.about')}
                  </h2>
                  {show.description.split(/\n{2,}/).map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </section>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
