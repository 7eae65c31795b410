import { Button, EmptyState, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { api, isMissing } from '../api/client';
import { useTimes } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import type { TransferredTicket } from './order-types';
import { QrCode } from './qr-code';
import { ShownTicket } from './shown-ticket';
import { useOrderKey } from './use-order-key';
import { Link } from '../routing/router';
import '../styles/order.css';

const POLL_MS = 3_000;
const LAST_POLL = 40;

const ticketQuery = (key: string) => ({
  queryKey: ['ticket', key],
  queryFn: () =>
    api.post<TransferredTicket>('/app-api/prestiscene/tickets/open', {}, { headers: { 'Ticket-Key': key } }),
});

/** A ticket that was passed on, for whoever has its link: nothing else of the order. */
export function TicketPage() {
  const t = useText();
  const key = useOrderKey();
  const query = useQuery({
    ...ticketQuery(key),
    enabled: key !== '',
    refetchInterval: ({ state }) =>
      state.data?.situation === 'VALID' && !state.data.ticket && state.dataUpdateCount < LAST_POLL
        ? POLL_MS
        : false,
  });
  usePageTitle(query.data ? t('ticket.title', { show: query.data.show.name }) : t('ticket.title.plain'));
  useShowTheatre(query.data?.organiser);
  const theatre = useTheatre();
  if (key === '' || isMissing(query.error))
    return (
      <div className="page" data-testid="ticket-unknown">
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('ticket.unknown')}
          level={1}
          actions={
            <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
              {t('return.more')}
            </Link>
          }
        >
          {t('ticket.unknown.text')}
        </EmptyState>
      </div>
    );
  return (
    <Loaded query={query} skeleton={<PageSkeleton cards={1} />}>
      {(ticket) => <TicketView shared={ticket} />}
    </Loaded>
  );
}

function TicketView({ shared }: { shared: TransferredTicket }) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const [isShown, setShown] = useState(false);
  const { show, performance, organiser, venue, situation, ticket, sender, name } = shared;
  const place = [organiser.name, venue.room, venue.address].filter(Boolean).join(' · ');
  const isValid = situation === 'VALID';
  return (
    <div className="order" data-testid="ticket" data-situation={situation}>
      <Hero color={show.color} kicker={t('ticket.from', { sender })} title={show.name}>
        <p>
          {[formatDate(performance.date, language, 'long'), times(performance)].filter(Boolean).join(' · ')}
        </p>
        <p>{place}</p>
      </Hero>
      <div className="ticket-alone">
        {!isValid && (
          <Notice tone="bad">
            {t(situation === 'TAKEN_BACK' ? 'ticket.taken-back' : 'ticket.void', { sender })}
          </Notice>
        )}
        <div className="order-ticket">
          <div className="order-code" data-empty={ticket === null || undefined}>
            {ticket ? (
              <QrCode code={ticket.code} />
            ) : (
              <span>{t(isValid ? 'order.seat.preparing' : 'order.seat.no-code')}</span>
            )}
          </div>
          <div className="order-ticket-text">
            <p className="order-category">{shared.category}</p>
            <h3>{shared.seat}</h3>
            <p>{shared.formula}</p>
            <p>{t('order.holder', { name })}</p>
            <div className="order-number">
              <span>{ticket?.number}</span>
              {ticket && (
                <Button kind="link" onClick={() => setShown(true)} data-testid="enlarge">
                  {t('order.enlarge')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
      {isShown && ticket && (
        <ShownTicket
          seats={[{ ...shared, holderName: name, ticket }]}
          at={0}
          onMove={() => undefined}
          onClose={() => setShown(false)}
        />
      )}
    </div>
  );
}
