import { useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import type { ShowSummary } from '../api/types';
import { shortMoney, useTimes } from '../app/format';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { Availability } from './availability';
import { isOpen, nextOpen, seatsPath } from './availability-rules';
import { writeSearch, type CatalogueSearch } from './catalogue-search';
import { MonthCalendar, shownMonth, type CalendarDate } from './month-calendar';
import { dayName, monthOf } from './months';
import { PosterImage } from './poster-image';

interface Played extends CalendarDate {
  show: ShowSummary;
}

function PlayedRow({ performance }: { performance: Played }) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const { show, lowestPrice } = performance;
  const next = nextOpen(show.performances, performance);
  return (
    <li>
      <PosterImage poster={show.poster} sizes="60px" />
      <span>
        <Link to={`/spectacles/${show.id}`}>
          <strong>{show.name}</strong>
        </Link>
        <small>{times(performance)}</small>
        <span className="show-card-facts">
          <Availability performance={performance} />
          {isOpen(performance) && lowestPrice && (
            <b>{t('price.from-short', { price: shortMoney(lowestPrice, language) })}</b>
          )}
        </span>
      </span>
      {isOpen(performance) ? (
        <Link className="c-button" data-kind="main" to={seatsPath(performance)}>
          {t('show.choose')}
        </Link>
      ) : (
        next && (
          <Link className="date-row-next" to={seatsPath(next)}>
            {t('show.next-free', { date: formatDate(next.date, language, 'short') })}
          </Link>
        )
      )}
    </li>
  );
}

interface TheatreCalendarProps {
  slug: string;
  shows: readonly ShowSummary[];
  chosen: CatalogueSearch;
}

/** What a theatre plays in a month, and on one of its days. */
export default function TheatreCalendar({ slug, shows, chosen }: TheatreCalendarProps) {
  const t = useText();
  const language = useLanguage();
  const dates = shows
    .flatMap((show) =>
      show.performances.map((performance): Played => ({ ...performance, showName: show.name, show })),
    )
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (dates.length === 0) return null;
  const { genre, date } = chosen;
  const to = (choice: CatalogueSearch) => `/theatres/${slug}${writeSearch({ genre, ...choice })}#dates`;
  const played = dates.filter((performance) => performance.date === date);
  return (
    <section className="page theatre-dates" aria-labelledby="dates">
      <div className="theatre-dates-head">
        <h2 id="dates" className="page-title">
          {t('calendar.title')}
        </h2>
        <form action="#dates">
          {genre !== undefined && <input type="hidden" name="genre" value={genre} />}
          <label htmlFor="date">{t('calendar.go')}</label>
          <input
            key={date}
            id="date"
            className="c-input"
            type="date"
            name="date"
            required
            defaultValue={date}
            min={dates[0]?.date}
            max={dates.at(-1)?.date}
          />
          <button className="c-button">{t('calendar.see')}</button>
        </form>
      </div>
      <MonthCalendar
        dates={dates}
        month={shownMonth(dates, chosen.month ?? (date && monthOf(date)))}
        date={date}
        toMonth={(month) => to({ month })}
        toDate={(day) => to({ date: day })}
      />
      <div className="day" aria-live="polite">
        {date === undefined ? (
          <p className="c-soft">{t('calendar.pick')}</p>
        ) : (
          <>
            <h3>{dayName(date, language)}</h3>
            {played.length === 0 && <p className="c-soft">{t('calendar.none')}</p>}
            <ul role="list">
              {played.map((performance) => (
                <PlayedRow key={performance.id} performance={performance} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
