import FullCalendar from '@fullcalendar/react';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import french from '@fullcalendar/core/locales/fr';
import type {
  DatesSetArg,
  DayCellContentArg,
  DayCellMountArg,
  EventClickArg,
  EventContentArg,
  EventDropArg,
} from '@fullcalendar/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { holidayOn } from '@coulisse/contracts/holidays';
import { type ResourceDescriptor, useApi, useResource } from '@coulisse/mfe-kit';
import { formatDate, formatNumber, localDay, useLanguage, useToast } from '@coulisse/ui-kit';
import type { ListAnswer } from '@coulisse/resource-client';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { performancePage } from '../../screen-paths';
import { readMonth, type CalendarPerformance } from './read-month';
import './show-calendar.css';

const MONTH = /^\d{4}-\d{2}$/;
// The calendar draws again whenever an option is another object.
const PLUGINS = [dayGrid, interaction];
const LOCALES = [french];
const HEADER = { weekday: 'short', day: 'numeric' } as const;
const VIEWS = {
  dayGridWeek: { dayHeaderFormat: HEADER },
  // On a phone the seven days of a week are too narrow for a word.
  dayGridThree: {
    type: 'dayGrid',
    duration: { days: 3 },
    dateIncrement: { days: 3 },
    dayHeaderFormat: HEADER,
  },
} as const;
const isNarrow = () => matchMedia('(max-width: 45em)').matches;

/** Performances of a month: how full each is, and another date by drag and drop. */
const ShowCalendar = () => {
  const descriptor = useResource('ticketing.performance');
  return descriptor?.may.read ? <Month descriptor={descriptor} /> : <Unavailable />;
};

const Month = ({ descriptor }: { descriptor: ResourceDescriptor }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const [days] = useState(() => (isNarrow() ? 'dayGridThree' : 'dayGridWeek'));
  const toolbar = useMemo(
    () => ({ start: 'prev,next today', center: 'title', end: `dayGridMonth,${days}` }),
    [days],
  );
  const buttonText = useMemo(
    () => ({
      today: t('calendar.today'),
      month: t('calendar.month'),
      week: t('calendar.week'),
      dayGridThree: t('calendar.three-days'),
    }),
    [t],
  );
  const [search, setSearch] = useSearchParams();
  const typedMonth = search.get('month') ?? '';
  const initial = MONTH.test(typedMonth) ? `${typedMonth}-01` : undefined;
  const [range, setRange] = useState<{ from: string; until: string } | null>(null);
  const queryKey = ['list', descriptor.name, 'calendar', range?.from, range?.until];
  const month = useQuery({
    queryKey,
    enabled: range !== null,
    queryFn: ({ signal }) =>
      readMonth((path) => api.get<ListAnswer>(path, { signal }), descriptor.path, {
        ...range!,
        today: localDay(new Date()),
      }),
  });
  const events = useMemo(
    () =>
      (month.data ?? []).map((performance) => ({
        id: performance.id,
        title: performance.show,
        start: performance.date,
        allDay: true,
        // What is sold has tickets with its date: it is postponed on its page, and the buyers are told.
        editable: descriptor.may.update && performance.taken === 0 && !performance.isPast,
        classNames: performance.isPast ? ['t-past'] : [],
        extendedProps: { performance },
      })),
    [month.data, descriptor.may.update],
  );

  const move = async ({ event, revert }: EventDropArg) => {
    const { performance } = event.extendedProps as { performance: CalendarPerformance };
    const date = event.startStr.slice(0, 10);
    const change = (to: string, version: number) =>
      api.patch<{ version: number }>(
        `${descriptor.path}/${performance.id}`,
        { date: to },
        { ifMatch: version },
      );
    try {
      const moved = await change(date, performance.version);
      toast.good(t('calendar.moved', { show: performance.show, date: formatDate(date, language, 'long') }), {
        label: t('calendar.undo'),
        run: () =>
          void change(performance.date, moved.version)
            .catch((error: unknown) => toast.bad(error instanceof Error ? error.message : String(error)))
            .then(() => queries.invalidateQueries({ queryKey: ['list', descriptor.name] })),
      });
    } catch (error) {
      revert();
      toast.bad(error instanceof Error ? error.message : String(error));
    }
    await queries.invalidateQueries({ queryKey: ['list', descriptor.name] });
  };

  const open = useCallback(
    ({ event, jsEvent }: EventClickArg) => {
      jsEvent.preventDefault();
      void navigate(performancePage(event.id));
    },
    [navigate],
  );
  const show = useCallback(
    ({ start, end, view }: DatesSetArg) => {
      const [from, until] = [drawnDay(start), drawnDay(end)];
      setRange((before) => (before?.from === from && before.until === until ? before : { from, until }));
      setSearch({ month: drawnDay(view.currentStart).slice(0, 7) }, { replace: true });
    },
    [setSearch],
  );

  const host = useRef<HTMLDivElement>(null);
  // The buttons have names of their own; their arrows have none.
  useEffect(() => {
    for (const icon of host.current?.querySelectorAll('.fc-icon') ?? []) {
      icon.removeAttribute('role');
      icon.setAttribute('aria-hidden', 'true');
    }
  });

  return (
    <div className="t-calendar" ref={host}>
      <header className="t-head">
        <h1>{t('calendar.title')}</h1>
        {descriptor.may.create && (
          <Link className="c-button c-push" data-kind="main" to="/configuration/representations/add">
            {t('performance.new')}
          </Link>
        )}
      </header>
      {month.isError && <Failure failure={month.error} onRetry={() => void month.refetch()} />}
      <FullCalendar
        plugins={PLUGINS}
        initialView={days === 'dayGridThree' ? days : 'dayGridMonth'}
        views={VIEWS}
        buttonText={buttonText}
        headerToolbar={toolbar}
        locales={LOCALES}
        locale={language}
        firstDay={1}
        height="auto"
        dayMaxEvents={4}
        initialDate={initial}
        events={events}
        editable
        eventDurationEditable={false}
        eventOrder="extendedProps.performance.time"
        eventContent={eventContent}
        eventClick={open}
        eventInteractive
        eventDrop={(dropped) => void move(dropped)}
        datesSet={show}
        dayCellClassNames={dayClass}
        dayCellContent={dayContent}
        dayCellDidMount={readWhole}
      />
      <p className="c-soft">{t('calendar.help')}</p>
    </div>
  );
};

/** The day that the calendar draws, whose dates are local. */
const drawnDay = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

const dayClass = ({ date }: DayCellContentArg): string[] => (holidayOn(drawnDay(date)) ? ['t-holiday'] : []);
const dayContent = ({ date, dayNumberText }: DayCellContentArg) => (
  <Day day={drawnDay(date)} number={dayNumberText} />
);
/** A day is read with what is played on it, not by its number alone. */
const readWhole = ({ el }: DayCellMountArg): void => el.removeAttribute('aria-labelledby');
const eventContent = ({ event }: EventContentArg) => (
  <Performance performance={event.extendedProps['performance'] as CalendarPerformance} />
);

const Day = ({ day, number }: { day: string; number: string }) => {
  const { t } = useTranslation('ticketing');
  const holiday = holidayOn(day);
  return (
    <>
      {holiday && <span className="t-holiday-name">{t(`holiday.${holiday}`)}</span>} {number}
    </>
  );
};

const Performance = ({ performance }: { performance: CalendarPerformance }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { time, show, taken, places, isPast } = performance;
  const isFull = places > 0 && taken >= places;
  return (
    <span className="t-event">
      <b>{time}</b> <span className="t-event-show">{show}</span>
      <small data-full={isFull || undefined}>
        {isPast
          ? t('calendar.past')
          : isFull
            ? t('dashboard.full')
            : t('dashboard.places-of', {
                sold: formatNumber(taken, language),
                places: formatNumber(places, language),
              })}
      </small>
    </span>
  );
};

export default ShowCalendar;
