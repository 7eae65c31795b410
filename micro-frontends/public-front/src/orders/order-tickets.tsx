import { Button } from '@coulisse/ui-kit';
import { useState } from 'react';
import { useDay } from '../app/format';
import { usePart } from '../app/use-part';
import { useText } from '../app/use-text';
import type { Order, OrderSeat, OrderTicket } from './order-types';
import { QrCode } from './qr-code';
import { ShownTicket } from './shown-ticket';
import { TakeBack } from './take-back';
import { WalletButton, WalletLink } from './wallet-button';

type TicketedSeat = OrderSeat & { ticket: OrderTicket };
const isTicketed = (seat: OrderSeat): seat is TicketedSeat => seat.ticket !== null;

/** The tickets of an order, each with its code; one at a time over the whole screen for the door. */
export function OrderTickets({ order, orderKey }: { order: Order; orderKey: string }) {
  const t = useText();
  const [shown, setShown] = useState<number | null>(null);
  const [changed, setChanged] = useState<OrderSeat | null>(null);
  const [dialog, askForDialog] = usePart(
    () => import('./ticket-dialog'),
    () => setChanged(null),
  );
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
        {[...valid, ...canceled].map((seat) => (
          <li key={seat.id} className="order-ticket" data-canceled={seat.isCanceled || undefined}>
            <div className="order-code" data-empty={seat.ticket === null || undefined}>
              {seat.ticket ? (
                <QrCode code={seat.ticket.code} />
              ) : (
                <NoCode
                  seat={seat}
                  showsCodes={showsCodes}
                  ticketsOn={order.ticketsOn}
                  isToBePaid={
                    order.isWithheld || (order.situation === 'PRE_RESERVED' && order.toPay !== null)
                  }
                />
              )}
            </div>
            <div className="order-ticket-text">
              <p className="order-category">
                <Swatch color={seat.categoryColor} />
                {seat.category}
              </p>
              <h3>{seat.seat}</h3>
              <p>{seat.formula}</p>
              {seat.holderName && !seat.transfer && <p>{t('order.holder', { name: seat.holderName })}</p>}
              <TakeBack order={order} orderKey={orderKey} seat={seat} />
              {order.mayTransfer && isTicketed(seat) && (
                <Button
                  kind="link"
                  onClick={() => {
                    setChanged(seat);
                    askForDialog();
                  }}
                  data-testid="change-ticket"
                >
                  {t('order.ticket.change')}
                  <span className="c-hidden"> {seat.seat}</span>
                </Button>
              )}
              {order.hasWalletPasses && isTicketed(seat) && (
                <WalletButton orderKey={orderKey} seat={seat} number={seat.ticket.number} />
              )}
              {order.hasWalletLinks && isTicketed(seat) && <WalletLink orderKey={orderKey} seat={seat} />}
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
      {changed && dialog && (
        <dialog.default order={order} orderKey={orderKey} seat={changed} onClose={() => setChanged(null)} />
      )}
      {shown !== null && (
        <ShownTicket seats={ticketed} at={shown} onMove={setShown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

function Swatch({ color }: { color: string | null }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden className="order-swatch">
      <rect
        ref={(node) => node?.style.setProperty('--category', color)}
        {...{ width: 12, height: 12, rx: 4 }}
      />
    </svg>
  );
}

interface NoCodeProps {
  seat: OrderSeat;
  showsCodes: boolean;
  /** The tickets are handed out when what is due is paid. */
  isToBePaid: boolean;
  /** Day from which there are codes, while it is still to come. */
  ticketsOn: string | null;
}

function NoCode({ seat, showsCodes, isToBePaid, ticketsOn }: NoCodeProps) {
  const t = useText();
  const day = useDay();
  if (seat.isCanceled) return <span>{t('order.seat.canceled')}</span>;
  if (seat.transfer) return <span>{t('order.seat.transferred')}</span>;
  if (isToBePaid) return <span>{t('order.seat.withheld')}</span>;
  if (ticketsOn) return <span>{t('order.seat.later', { date: day(ticketsOn) })}</span>;
  if (!showsCodes) return <span>{t('order.seat.no-code')}</span>;
  return (
    <span>
      <span className="c-spinner" aria-hidden /> {t('order.seat.preparing')}
    </span>
  );
}
