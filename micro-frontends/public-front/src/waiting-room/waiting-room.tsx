import { EmptyState, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { Hourglass, TicketX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../routing/router';
import { showQuery } from '../api/queries';
import type { Performance, WaitingView } from '../api/types';
import { useText } from '../app/use-text';
import { NotifyLink } from '../waiting-list/notify-link';
import { waitingTime } from './waiting-time';
import { hasWantedSeats } from './wanted-seats';
import '../styles/waiting-room.css';

interface RoomProps {
  performance: Performance;
  room: WaitingView;
}

/** What a visitor sees who has to wait; loaded when there is a line. */
export default function WaitingRoom({ performance, room }: RoomProps) {
  if (room.state === 'SOLD_OUT') return <SoldOut performance={performance} />;
  return <Line performance={performance} room={room} />;
}

function Line({ performance, room }: RoomProps) {
  const t = useText();
  const isEarly = room.state === 'EARLY';
  const time = useWaitingTime(room.expectedSeconds);
  return (
    <section className="page waiting-room" aria-labelledby="waiting-room" data-testid="waiting-room">
      <Hourglass aria-hidden className="waiting-room-icon" />
      <h2 id="waiting-room" className="page-title">
        {t(isEarly ? 'waiting-room.early' : 'waiting-room.title')}
      </h2>
      <p>{t(isEarly ? 'waiting-room.early.text' : 'waiting-room.text')}</p>
      {!isEarly && (
        <dl className="waiting-room-facts">
          <Fact name={t('waiting-room.position')} testId="waiting-position">
            {room.position}
          </Fact>
          <Fact name={t('waiting-room.expected')}>{time}</Fact>
          {room.placesLeft !== null && <Fact name={t('waiting-room.left')}>{room.placesLeft}</Fact>}
        </dl>
      )}
      {hasWantedSeats(performance.id) && <Notice tone="info">{t('waiting-room.wanted')}</Notice>}
      <p className="fine">{t('waiting-room.keep')}</p>
      <Link className="c-button" data-kind="quiet" to={`/spectacles/${performance.show.id}`}>
        {t('waiting-room.leave')}
      </Link>
      <p className="c-hidden" role="status">
        {!isEarly && t('waiting-room.status', { position: room.position, time })}
      </p>
    </section>
  );
}

function Fact({ name, testId, children }: { name: string; testId?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-testid={testId}>{children}</dd>
    </div>
  );
}

function useWaitingTime(seconds: number | null): string {
  const t = useText();
  const time = waitingTime(seconds ?? 0);
  return time.key === 'minutes'
    ? t('waiting-room.time.minutes', { count: time.count })
    : t(`waiting-room.time.${time.key}`);
}

/** Most other dates that are listed; the page of the show has all. */
const OTHER_DATES = 4;

function SoldOut({ performance }: { performance: Performance }) {
  const t = useText();
  const language = useLanguage();
  const show = useQuery(showQuery(performance.show.id));
  const others = (show.data?.performances ?? [])
    .filter(({ id, onSale, availability }) => id !== performance.id && onSale && availability !== 'FULL')
    .slice(0, OTHER_DATES);
  return (
    <div data-testid="sold-out">
      <EmptyState
        icon={<TicketX aria-hidden />}
        title={t('waiting-room.sold-out')}
        actions={
          <>
            {others.map(({ id, startsAt }) => (
              <Link key={id} className="c-button" to={`/reservations/cart/add/${id}`}>
                {formatDate(startsAt, language, 'long')}
              </Link>
            ))}
            <Link className="c-button" data-kind="main" to={`/spectacles/${performance.show.id}`}>
              {t('seats.other-dates')}
            </Link>
            <NotifyLink performanceId={performance.id} />
          </>
        }
      >
        {t(others.length > 0 ? 'waiting-room.sold-out.others' : 'waiting-room.sold-out.text')}
      </EmptyState>
    </div>
  );
}
