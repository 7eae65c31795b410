import { useLanguage } from '@coulisse/ui-kit';
import { formatTime } from '@coulisse/ui-kit/format';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useRef, type KeyboardEvent, type TouchEvent } from 'react';
import type { PerformanceSummary } from '../api/types';
import { useText } from '../app/use-text';
import { Link, useNavigate } from '../routing/router';
import { Availability } from './availability';
import { dayName, monthName, monthOf, monthsAfter, weekdayNames, weeksOf } from './months';

export interface CalendarDate extends PerformanceSummary {
  /** Where the calendar is that of several shows. */
  showName?: string;
}

interface MonthCalendarProps {
  /** Soonest first, at least one. */
  dates: readonly CalendarDate[];
  month: string;
  /** The chosen day. */
  date?: string | undefined;
  toMonth: (month: string) => string;
  toDate: (date: string) => string;
}

/** A finger that goes so far to a side turns the page. */
const SWIPE = 48;

/** The month that the address names, within those that have dates. */
export function shownMonth(dates: readonly PerformanceSummary[], month: string | undefined): string {
  const first = monthOf(dates[0]?.date ?? '');
  const last = monthOf(dates.at(-1)?.date ?? '');
  if (month === undefined || month < first) return first;
  return month > last ? last : month;
}

function Turn({ to, text, icon: Icon }: { to: string | undefined; text: string; icon: LucideIcon }) {
  return to === undefined ? (
    <span className="turn" aria-hidden>
      <Icon className="c-icon" />
    </span>
  ) : (
    <Link className="turn" to={to} aria-label={text}>
      <Icon className="c-icon" aria-hidden />
    </Link>
  );
}

/** One month of dates as a table; every day with a performance is a link. Page Up, Page Down and a swipe turn it. */
export function MonthCalendar({ dates, month, date, toMonth, toDate }: MonthCalendarProps) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const touchedAt = useRef(0);
  const [before, after] = [-1, 1].map((step) => {
    const other = monthsAfter(month, step);
    return shownMonth(dates, other) === other ? toMonth(other) : undefined;
  });
  const turn = (to: string | undefined) => to !== undefined && navigate(to);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    turn(event.key === 'PageUp' ? before : after);
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const moved = (changedTouches[0]?.clientX ?? 0) - touchedAt.current;
    if (Math.abs(moved) >= SWIPE) turn(moved > 0 ? before : after);
  };
  const long = weekdayNames(language, 'long');
  return (
    <div
      className="calendar"
      onKeyDown={onKeyDown}
      onTouchStart={({ touches }) => (touchedAt.current = touches[0]?.clientX ?? 0)}
      onTouchEnd={onTouchEnd}
    >
      <p className="calendar-month">
        <Turn to={before} text={t('calendar.before')} icon={ChevronLeft} />
        <b aria-live="polite">{monthName(month, language)}</b>
        <Turn to={after} text={t('calendar.after')} icon={ChevronRight} />
      </p>
      <table>
        <thead>
          <tr>
            {weekdayNames(language, 'short').map((name, index) => (
              <th key={name} scope="col" abbr={long[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => {
                const played = day === null ? [] : dates.filter((performance) => performance.date === day);
                return (
                  <td key={column}>
                    {day !== null && played.length === 0 && Number(day.slice(8))}
                    {day !== null && played.length > 0 && (
                      <Link to={toDate(day)} aria-current={day === date ? 'date' : undefined}>
                        <b aria-label={dayName(day, language)}>{Number(day.slice(8))}</b>
                        {played.map((performance) => (
                          <span key={performance.id}>
                            <i>
                              {formatTime(performance.showTimes[0] ?? performance.mealTimes[0] ?? '')}{' '}
                              {performance.showName}
                            </i>
                            <Availability performance={performance} />
                          </span>
                        ))}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
