import { EmptyState, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Check, Hourglass, SearchX, TicketCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isMissing } from '../api/client';
import { focusPage } from '../app/focus-page';
import { useTimes } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { useOrderKey } from '../orders/use-order-key';
import { Link } from '../routing/router';
import { LeaveButton } from './leave-button';
import { OfferCard } from './offer-card';
import { RejoinCard } from './rejoin-card';
import { entryQuery, type Entry, type EntryState } from './waiting-list-api';
import { WishCard } from './wish-card';
import '../styles/order.css';
import '../styles/forms.css';

/** An entry in a waiting list, for whoever has its link: the place in the line, the offer, and the way out. */
export function EntryPage() {
  const t = useText();
  const key = useOrderKey();
  const query = useQuery({ ...entryQuery(key), enabled: key !== '' });
  usePageTitle(t('waiting-list.page'));
  useShowTheatre(query.data?.organiser);
  const theatre = useTheatre();
  if (key === '' || isMissing(query.error))
    return (
      <div className="page" data-testid="waiting-entry-unknown">
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('waiting-list.unknown')}
          level={1}
          actions={
            <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
              {t('return.more')}
            </Link>
          }
        >
          {t('waiting-list.unknown.text')}
        </EmptyState>
      </div>
    );
  return (
    <Loaded query={query} skeleton={<PageSkeleton cards={2} />}>
      {(entry) => <EntryView entry={entry} entryKey={key} />}
    </Loaded>
  );
}

const ICONS = {
  WAITING: Hourglass,
  OFFERED: TicketCheck,
  BOUGHT: Check,
  EXPIRED: CalendarX,
  LEFT: CalendarX,
  REMOVED: CalendarX,
  ENDED: CalendarX,
} as const satisfies Record<EntryState, unknown>;

function EntryView({ entry, entryKey }: { entry: Entry; entryKey: string }) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const { show, performance, organiser, state } = entry;
  const Icon = ICONS[state];
  const shown = useRef(state);
  useEffect(() => {
    // What could be pressed is gone with the former state.
    if (shown.current !== state && document.activeElement === document.body) focusPage();
    shown.current = state;
  }, [state]);
  const place = [organiser.name, organiser.city].filter(Boolean).join(', ');
  return (
    <div className="order" data-testid="waiting-entry" data-state={state}>
      <Hero
        color={show.color}
        kicker={
          <span className="order-headline">
            <Icon aria-hidden /> {t(`waiting-list.headline.${state}`)}
          </span>
        }
        title={show.name}
      >
        <p>
          {[formatDate(performance.date, language, 'long'), times(performance), place]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </Hero>
      <div className="order-columns">
        <div className="order-main">
          <EntryState entry={entry} entryKey={entryKey} />
        </div>
        <aside className="order-side" aria-label={t('waiting-list.wish')}>
          <WishCard entry={entry} entryKey={entryKey} />
          {(state === 'WAITING' || state === 'OFFERED') && <LeaveButton entry={entry} entryKey={entryKey} />}
        </aside>
      </div>
    </div>
  );
}

function EntryState({ entry, entryKey }: { entry: Entry; entryKey: string }) {
  const t = useText();
  switch (entry.state) {
    case 'WAITING':
      return <Line entry={entry} />;
    case 'OFFERED':
      return <OfferCard entry={entry} entryKey={entryKey} />;
    case 'BOUGHT':
      return <Notice tone="good">{t('waiting-list.bought.text')}</Notice>;
    case 'ENDED':
      return (
        <>
          <Notice tone="bad">
            {t(
              entry.endCause === 'PERFORMANCE_CANCELED'
                ? 'waiting-list.ended.canceled'
                : 'waiting-list.ended.text',
            )}
          </Notice>
          <Link className="c-button" to={`/spectacles/${entry.show.id}`}>
            {t('seats.other-dates')}
          </Link>
        </>
      );
    default:
      return <RejoinCard entry={entry} entryKey={entryKey} />;
  }
}

function Line({ entry }: { entry: Entry }) {
  const t = useText();
  return (
    <section className="order-card" aria-labelledby="waiting-line">
      <h2 id="waiting-line">{t('waiting-list.line')}</h2>
      <p className="waiting-place" data-testid="waiting-place">
        {t('waiting-list.place', { position: entry.position, waiting: entry.waiting })}
      </p>
      <p className="c-soft">{t('waiting-list.how')}</p>
    </section>
  );
}
