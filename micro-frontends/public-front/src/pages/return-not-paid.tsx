import { Button, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { cartQuery } from '../api/booking-queries';
import { PerformanceHero } from '../app/performance-hero';
import { Steps } from '../app/steps';
import { useNarrow } from '../app/use-media';
import { useText } from '../app/use-text';
import { BottomBar } from '../booking/bottom-bar';
import { isOpen } from '../booking/use-selection';
import { useCartPrices } from '../checkout/cart-prices';
import { EmptyCart } from '../checkout/checkout-frame';
import { goToBank } from '../checkout/pay';
import { problemText } from '../checkout/problem-text';
import { Recap } from '../checkout/recap';
import { Link } from '../routing/router';
import '../styles/booking.css';

interface Props {
  id: string;
  outcome: 'REFUSED' | 'CANCELLED';
}

/** Nothing was paid: shows what is still held, until when, and offers another attempt. */
export function NotPaid({ id, outcome }: Props) {
  const t = useText();
  const narrow = useNarrow();
  const { data: cart } = useQuery(cartQuery);
  const priced = useCartPrices(isOpen(cart) ? cart : null);
  const retry = useMutation({ mutationFn: () => goToBank(id) });
  const key = outcome === 'REFUSED' ? 'return.refused' : 'return.cancelled';
  if (cart === undefined) return null;
  if (!isOpen(cart)) {
    return (
      <>
        <h1 className="c-hidden">{t('steps.payment')}</h1>
        <Notice tone="warn">{t(key)}</Notice>
        <EmptyCart cart={cart} />
      </>
    );
  }
  const next = (
    <Button
      kind="main"
      className="next-button"
      busy={retry.isPending}
      onClick={() => retry.mutate()}
      data-testid="retry"
    >
      {t('return.retry')}
    </Button>
  );
  return (
    <>
      <PerformanceHero performance={cart.performance} />
      <Steps current="payment" seatsPath={`/reservations/cart/add/${cart.performance.id}`} />
      <div className="booking">
        <div className="booking-main checkout">
          <div role="status" className="not-paid">
            <h2 className="page-title">{t(key)}</h2>
            <p>{t(`${key}.text`)}</p>
          </div>
          {retry.isError && <Notice tone="bad">{problemText(retry.error, t)}</Notice>}
          <p className="form-links">
            <Link to={`/reservations/cart/${cart.id}/edit-customer`}>{t('return.edit')}</Link>
          </p>
        </div>
        <Recap cart={cart} priced={priced} isFixed narrow={narrow} next={next} />
      </div>
      {narrow && (
        <BottomBar
          count={cart.lines.length}
          total={Number(priced.prices?.leftToPayMinor ?? cart.totalMinor)}
          cart={cart}
          next={next}
        />
      )}
    </>
  );
}
