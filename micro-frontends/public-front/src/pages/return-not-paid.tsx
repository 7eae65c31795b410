import { Button, EmptyState, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleSlash, CreditCard } from 'lucide-react';
import { Link } from '../routing/router';
import { cartQuery } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { HoldClock } from '../booking/hold-timer';
import { isOpen } from '../booking/use-selection';
import { EmptyCart } from '../checkout/checkout-frame';
import { goToBank } from '../checkout/pay';
import { problemText } from '../checkout/problem-text';

/** Nothing was paid and the seats are still held: offers another payment attempt. */
export function NotPaid({ id, outcome }: { id: string; outcome: 'REFUSED' | 'CANCELLED' }) {
  const t = useText();
  const { data: cart } = useQuery(cartQuery);
  const retry = useMutation({ mutationFn: () => goToBank(id) });
  const key = outcome === 'REFUSED' ? 'return.refused' : 'return.cancelled';
  if (cart === null) {
    return (
      <>
        <Notice tone="warn">{t(key)}</Notice>
        <EmptyCart cart={null} />
      </>
    );
  }
  return (
    <div role="status">
      <EmptyState
        icon={outcome === 'REFUSED' ? <CreditCard aria-hidden /> : <CircleSlash aria-hidden />}
        title={t(key)}
        actions={
          <>
            <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()} data-testid="retry">
              {t('return.retry')}
            </Button>
            {cart && (
              <Link className="c-button" to={`/reservations/cart/${cart.id}/edit-customer`}>
                {t('return.edit')}
              </Link>
            )}
          </>
        }
      >
        {t(`${key}.text`)}
      </EmptyState>
      {isOpen(cart) && (
        <p className="return-clock">
          <HoldClock cart={cart} />
        </p>
      )}
      {retry.isError && <Notice tone="bad">{problemText(retry.error, t)}</Notice>}
    </div>
  );
}
