import { Button, Notice, useLanguage, useToast } from '@coulisse/ui-kit';
import { seatName } from '@coulisse/seat-plan';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client';
import { cartQuery, type HeldCart } from '../api/booking-queries';
import { performancePath } from '../api/queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { driversWish, keepDriversWish, offerOf } from './drivers-wish';
import { isOpen } from './use-selection';
import '../styles/drivers.css';

/** Free seats for the drivers of a group that is large enough: offered, taken or declined, and given back. */
export default function DriversOffer() {
  const { data: cart } = useQuery(cartQuery);
  return isOpen(cart) ? <Offer key={cart.id} cart={cart} /> : null;
}

function Offer({ cart }: { cart: HeldCart }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const toast = useToast();
  const client = useQueryClient();
  const [wish, setWish] = useState(() => driversWish(cart.id));
  const { allowed, seats } = cart.drivers;
  // Where nobody chooses a seat, none is named.
  const hasSeats = (cart.performance.show.seating ?? 'MAP') === 'MAP';
  const choose = (next: number) => {
    keepDriversWish(cart.id, next);
    setWish(next);
  };
  const hold = useMutation({
    mutationFn: (count: number) => api.post(`${performancePath(cart.performance.id)}/drivers`, { count }),
    onSuccess: async (_, count) => {
      await client.invalidateQueries({ queryKey: cartQuery.queryKey });
      choose(count);
    },
    onError: (error) => toast.bad(problemText(error, t)),
  });
  const offer = offerOf({ allowed, held: seats.length, wish });
  return (
    <div className="drivers" data-testid="drivers">
      {seats.map((seat) => {
        const name = hasSeats && seatName({ ...seat, tableId: seat.tableId ?? null }, language);
        return (
          <div key={seat.seatId} className="basket-line" data-testid="driver-line">
            <div className="basket-line-head">
              <span>
                {t('drivers.place')}
                {name && <small>{name}</small>}
              </span>
              <b>{money(0)}</b>
              <button
                type="button"
                className="icon-button"
                aria-label={[t('drivers.remove'), name].filter(Boolean).join(' ')}
                disabled={hold.isPending}
                onClick={() => hold.mutate(seats.length - 1)}
              >
                <X className="c-icon" aria-hidden />
              </button>
            </div>
          </div>
        );
      })}
      {offer.lost > 0 && <Notice tone="warn">{t('drivers.lost', { count: offer.lost })}</Notice>}
      {offer.kind === 'OPEN' && (
        <Notice tone="info">
          <span>{t('drivers.offer', { count: offer.open })}</span>
          <span className="drivers-actions">
            <Button busy={hold.isPending} data-testid="drivers-take" onClick={() => hold.mutate(allowed)}>
              {t('drivers.take', { count: offer.open })}
            </Button>
            <Button kind="link" data-testid="drivers-decline" onClick={() => choose(seats.length)}>
              {t('drivers.decline')}
            </Button>
          </span>
        </Notice>
      )}
      {offer.kind === 'DECLINED' && (
        <Button
          kind="link"
          busy={hold.isPending}
          data-testid="drivers-again"
          onClick={() => hold.mutate(seats.length + 1)}
        >
          {t('drivers.take', { count: 1 })}
        </Button>
      )}
    </div>
  );
}
