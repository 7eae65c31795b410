import { EmptyState } from '@coulisse/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from '../routing/router';
import { cartQuery, type HeldCart } from '../api/booking-queries';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { PerformanceHero } from '../app/performance-hero';
import { Steps } from '../app/steps';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { useNarrow } from '../app/use-media';
import { useText } from '../app/use-text';
import { BottomBar } from '../booking/bottom-bar';
import { isOpen } from '../booking/use-selection';
import type { PricedCart } from './cart-prices';
import { isLinkCart } from './link-cart';
import { paidReservation } from './paid-cart';
import { Recap } from './recap';
import '../styles/booking.css';
import '../styles/forms.css';

interface FrameProps {
  title: string;
  /** Button for the next step; on narrow screens in the bar at the bottom. */
  next?: (cart: HeldCart) => ReactNode;
  /** Prices with the codes of the buyer, where one may be typed. */
  priced?: PricedCart;
  children: (cart: HeldCart) => ReactNode;
}

/** Layout of the pages between seats and payment: show at the top, form at the left, reservation at the right. */
export function CheckoutFrame({ title, next, priced, children }: FrameProps) {
  const { id } = useParams();
  const query = useQuery(cartQuery);
  usePageTitle(title);
  useShowTheatre(query.data?.performance.organiser);
  return (
    <Loaded query={query}>
      {(cart) =>
        isOpen(cart) && cart.id === id && cart.lines.length > 0 ? (
          <Frame cart={cart} priced={priced} next={next?.(cart)}>
            {children(cart)}
          </Frame>
        ) : (
          <EmptyCart cart={cart} />
        )
      }
    </Loaded>
  );
}

interface ShownFrameProps {
  cart: HeldCart;
  priced?: PricedCart;
  next: ReactNode;
  children: ReactNode;
}

function Frame({ cart, priced, next, children }: ShownFrameProps) {
  const narrow = useNarrow();
  return (
    <>
      <PerformanceHero performance={cart.performance} />
      <Steps current="customer" seatsPath={`/reservations/cart/add/${cart.performance.id}`} />
      <div className="booking">
        <div className="booking-main checkout">{children}</div>
        <Recap cart={cart} priced={priced} narrow={narrow} next={next} />
      </div>
      {narrow && (
        <BottomBar
          count={cart.lines.length}
          total={Number(priced?.prices?.leftToPayMinor ?? cart.totalMinor)}
          cart={cart}
          next={next}
        />
      )}
    </>
  );
}

export function EmptyCart({ cart }: { cart: HeldCart | null }) {
  const t = useText();
  const theatre = useTheatre();
  const { id = '' } = useParams();
  const paid = cart?.reservation?.state === 'VALIDATED' ? cart.reservation.id : paidReservation(id);
  const isByLink = !paid && isLinkCart(id);
  const path = cart
    ? `/reservations/cart/add/${cart.performance.id}`
    : theatre
      ? `/theatres/${theatre.slug}`
      : '/';
  return (
    <div className="page">
      <EmptyState
        icon={<ShoppingBag aria-hidden />}
        title={paid ? t('cart.paid') : t(isByLink ? 'by-link.sent' : 'cart.none')}
        actions={
          <Link className="c-button" data-kind="main" to={paid ? `/reservations/${paid}/return` : path}>
            {paid ? t('return.tickets') : t('cart.choose')}
          </Link>
        }
      >
        {!paid && t(isByLink ? 'by-link.sent.text' : 'cart.none.text')}
      </EmptyState>
    </div>
  );
}
