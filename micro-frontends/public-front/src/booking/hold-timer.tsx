import { Button, Countdown, Notice, useLanguage, useToast } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { cartQuery, planKey, type HeldCart } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';

const SOON_SECONDS = 120;
/** Seats of an offer are held for hours: its end has a day. */
const LONG_SECONDS = 3_600;
/** Delay in ms before refetching: our clock may end slightly earlier than the server's, when seats are still held. */
const GRACE = 400;

const secondsLeft = (endsAt: number): number => Math.max(0, (endsAt - performance.now()) / 1000);

function Clock({ cart, onEnd }: { cart: HeldCart; onEnd: () => void }) {
  const [left] = useState(() => secondsLeft(cart.endsAt));
  return <Countdown until={cart.expiresAt} secondsLeft={left} onEnd={onEnd} />;
}

/** Counts down and, at the end, refetches basket and plan. */
export function HoldClock({ cart, onEnd }: { cart: HeldCart; onEnd?: () => void }) {
  const client = useQueryClient();
  const end = (): void => {
    onEnd?.();
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      void client.invalidateQueries({ queryKey: planKey(cart.performance.id) });
    }, GRACE);
  };
  return <Clock key={cart.endsAt} cart={cart} onEnd={end} />;
}

interface Extended {
  expiresAt: string;
}

/** A longer hold. Not a mutation of the query library, whose code the page of the seats would load for it alone. */
function useExtend() {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const language = useLanguage();
  const [isPending, setPending] = useState(false);
  const extend = async (): Promise<void> => {
    setPending(true);
    try {
      const { expiresAt } = await api.post<Extended>('/app-api/prestiscene/reservations/cart/extend');
      toast.good(t('basket.extended', { time: formatDate(expiresAt, language, 'time') }));
    } catch (error) {
      toast.bad(problemText(error, t));
    }
    await client.invalidateQueries({ queryKey: cartQuery.queryKey });
    setPending(false);
  };
  return { isPending, extend: () => void extend() };
}

/** Nothing where the hold cannot become longer. */
export function ExtendButton({ cart }: { cart: HeldCart }) {
  const t = useText();
  const { isPending, extend } = useExtend();
  return (
    cart.extendable && (
      <Button kind="link" busy={isPending} onClick={extend} data-testid="extend">
        {t('basket.extend')}
      </Button>
    )
  );
}

function useSoon(endsAt: number): boolean {
  const [soonFor, setSoonFor] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () => setSoonFor(endsAt),
      Math.max(0, secondsLeft(endsAt) - SOON_SECONDS) * 1000,
    );
    return () => clearTimeout(timer);
  }, [endsAt]);
  return soonFor === endsAt;
}

/** End of the hold, a button to extend it, and a warning shortly before the end. */
export function HoldNotice({ cart }: { cart: HeldCart }) {
  const t = useText();
  const language = useLanguage();
  const soon = useSoon(cart.endsAt);
  const extendButton = <ExtendButton cart={cart} />;
  if (soon) {
    return (
      <div role="status" className="hold-soon">
        <Notice tone="warn">
          {t('basket.soon')} {extendButton}
        </Notice>
      </div>
    );
  }
  return (
    <p className="fine">
      {t('basket.held-until', {
        time: formatDate(cart.expiresAt, language, cart.secondsLeft > LONG_SECONDS ? 'short-time' : 'time'),
      })}{' '}
      {extendButton}
    </p>
  );
}
