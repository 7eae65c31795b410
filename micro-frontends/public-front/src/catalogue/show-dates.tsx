import { EmptyState } from '@coulisse/ui-kit';
import { CalendarX } from 'lucide-react';
import type { Show } from '../api/types';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { writeSearch, type CatalogueSearch } from './catalogue-search';
import { DateList } from './date-list';
import { MonthCalendar, shownMonth } from './month-calendar';
import { monthOf } from './months';

/** More dates than these are shown month by month. */
const LISTED = 24;

/** The dates of a show: a month as a calendar, and the list. */
export default function ShowDates({
  show,
  chosen: { month, date },
}: {
  show: Show;
  chosen: CatalogueSearch;
}) {
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
