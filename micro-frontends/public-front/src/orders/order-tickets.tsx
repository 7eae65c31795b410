import { Button, Dialog } from '@coulisse/ui-kit';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../app/use-text';
import type { Order, OrderSeat, OrderTicket } from './order-types';
import { QrCode } from './qr-code';

type TicketedSeat = OrderSeat & { ticket: OrderTicket };
const isTicketed = (seat: OrderSeat): seat is TicketedSeat => seat.ticket !== null;

/** The tickets of an order, each with its code; one at a time over the whole screen for the door. */
export function OrderTickets({ order }: { order: Order }) {
  const t = useText();
  const [shown, setShown] = useState<number | null>(null);
  const valid = order.seats.filter(({ isCanceled }) => !isCanceled);
  const canceled = order.seats.filter(({ isCanceled }) => isCanceled);
  const ticketed = valid.filter(isTicketed);
  const showsCodes = order.situation === 'VALID' || order.situation === 'PARTLY_CANCELED';
  return (
    <section aria-labelledby="order-tickets">
      <div className="order-section">
        <h2 id="order-tickets">{t(showsCodes ? 'order.tickets' : 'order.seats', { count: valid.length })}</h2>
        {ticketed.length > 0 && <span className="c-soft">{t('order.tickets.text')}</span>}
      </div>
      <ul className="order-tickets" role="list">
        {[...valid, ...canceled].map((seat, index) => (
          <li
            key={seat.ticket?.id ?? index}
            className="order-ticket"
            data-canceled={seat.isCanceled || undefined}
          >
            <div className="order-code" data-empty={seat.ticket === null || undefined}>
              {seat.ticket ? (
                <QrCode code={seat.ticket.code} />
              ) : (
                <NoCode seat={seat} showsCodes={showsCodes} isWithheld={order.isWithheld} />
              )}
            </div>
            <div className="order-ticket-text">
              <p className="order-category">
                <Swatch color={seat.categoryColor} />
                {seat.category}
              </p>
              <h3>{seat.seat}</h3>
              <p>{seat.formula}</p>
              <div className="order-number">
                <span>{seat.ticket?.number}</span>
                {isTicketed(seat) && (
                  <Button kind="link" onClick={() => setShown(ticketed.indexOf(seat))} data-testid="enlarge">
                    {t('order.enlarge')}
                    <span className="c-hidden"> {seat.seat}</span>
                  </Button>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <ShownTicket seats={ticketed} at={shown} onMove={setShown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

function Swatch({ color }: { color: string | null }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden className="order-swatch">
      <rect width="12" height="12" rx="4" fill={color ?? 'currentColor'} />
    </svg>
  );
}

interface NoCodeProps {
  seat: OrderSeat;
  showsCodes: boolean;
  isWithheld: boolean;
}

function NoCode({ seat, showsCodes, isWithheld }: NoCodeProps) {
  const t = useText();
  if (seat.isCanceled) return <span>{t('order.seat.canceled')}</span>;
  if (!showsCodes) return <span>{t('order.seat.no-code')}</span>;
  if (isWithheld) return <span>{t('order.seat.withheld')}</span>;
  return (
    <span>
      <span className="c-spinner" aria-hidden /> {t('order.seat.preparing')}
    </span>
  );
}

/** Keeps the screen on while a code is shown; browsers that cannot do it let it go dark as usual. */
function useScreenOn(): void {
  useEffect(() => {
    let isOpen = true;
    const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
    void lock?.then((held) => {
      if (!isOpen) void held?.release();
    });
    return () => {
      isOpen = false;
      void lock?.then((held) => held?.release());
    };
  }, []);
}

interface ShownTicketProps {
  seats: readonly TicketedSeat[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

function ShownTicket({ seats, at, onMove, onClose }: ShownTicketProps) {
  const t = useText();
  useScreenOn();
  const seat = seats[at];
  if (!seat) return null;
  return (
    <Dialog
      title={t('order.ticket.position', { position: at + 1, count: seats.length })}
      size="full"
      bare
      onClose={onClose}
    >
      <div className="order-shown" data-testid="shown-ticket">
        <div className="order-shown-code">
          <QrCode code={seat.ticket.code} />
        </div>
        <div aria-live="polite">
          <h3>{seat.seat}</h3>
          <p>{[seat.category, seat.formula].join(' · ')}</p>
          <p className="c-soft">{seat.ticket.number}</p>
        </div>
        <p className="c-soft">{t('order.brightness')}</p>
        {seats.length > 1 && (
          <div className="order-shown-steps">
            <Button
              icon={<ChevronLeft aria-hidden />}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
              data-testid="previous-ticket"
            >
              {t('order.previous')}
            </Button>
            <Button
              disabled={at === seats.length - 1}
              onClick={() => onMove(at + 1)}
              data-testid="next-ticket"
            >
              {t('order.next')}
              <ChevronRight aria-hidden />
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
