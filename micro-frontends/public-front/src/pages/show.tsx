import { EmptyState } from '@coulisse/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { showQuery } from '../api/queries';
import type { Show } from '../api/types';
import { Hero } from '../app/hero';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { lowestOpenPrice, nextOpen, seatsPath } from '../catalogue/availability-rules';
import { readSearch, writeSearch, type CatalogueSearch } from '../catalogue/catalogue-search';
import { DateList } from '../catalogue/date-list';
import { MonthCalendar, shownMonth } from '../catalogue/month-calendar';
import { monthOf } from '../catalogue/months';
import { NextDate } from '../catalogue/next-date';
import { PosterImage } from '../catalogue/poster-image';
import { TheatreAccess } from '../catalogue/theatre-access';
import { Link, useParams, useSearchParams } from '../routing/router';

/** More dates than these are shown month by month. */
const LISTED = 24;

function Dates({ show, chosen: { month, date } }: { show: Show; chosen: CatalogueSearch }) {
  const t = useText();
  const { performances: all } = show;
  if (all.length === 0) {
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
  const current = shownMonth(all, month ?? (date && monthOf(date)));
  const isByMonth = month !== undefined || all.length > LISTED;
  const shown = all.filter((performance) =>
    date === undefined ? !isByMonth || monthOf(performance.date) === current : performance.date === date,
  );
  const to = (choice: CatalogueSearch) => `/spectacles/${show.id}${writeSearch(choice)}#dates`;
  return (
    <>
      <MonthCalendar
        dates={all}
        month={current}
        date={date}
        toMonth={(other) => to({ month: other })}
        toDate={(day) => to({ date: day })}
      />
      {shown.length === 0 ? (
        <p className="c-soft">{t('calendar.none')}</p>
      ) : (
        <DateList performances={shown} others={all} />
      )}
      {shown.length < all.length && <Link to={to({})}>{t('calendar.all')}</Link>}
    </>
  );
}

export default function ShowPage() {
  const t = useText();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(showQuery(id));
  useShowTheatre(query.data?.organiser);
  usePageTitle(query.data?.name ?? '');
  return (
    <Loaded query={query}>
      {(show) => {
        const next = nextOpen(show.performances);
        return (
          <>
            <Hero
              large
              color={show.color}
              kicker={show.shortDescription}
              title={show.name}
              aside={<PosterImage poster={show.poster} sizes="(max-width: 900px) 120px, 220px" isFirst />}
            >
              {show.performances.length > 0 && (
                <NextDate
                  performance={next}
                  price={lowestOpenPrice(show.performances)}
                  to={next ? seatsPath(next) : ''}
                />
              )}
            </Hero>
            <div className="page show-page">
              <section aria-labelledby="dates">
                <h2 id="dates" className="page-title">
                  {t('show.dates')}
                </h2>
                <Dates show={show} chosen={readSearch(search)} />
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
            <TheatreAccess theatre={show.organiser} />
          </>
        );
      }}
    </Loaded>
  );
}
