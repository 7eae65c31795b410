import { Button, onDemand, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useNavigate, useSearchParams } from '../routing/router';
import { useSession } from '../account/use-session';
import { cartQuery, type HeldCart } from '../api/booking-queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { isInFrame, leaveFrame } from '../embedding/leave-frame';
import { useCartPrices } from './cart-prices';
import type { CartOptionsProps } from './cart-options';
import { CheckoutFrame } from './checkout-frame';
import { CustomerForm } from './customer-fields';
import type { CustomerValues } from './customer-form';
import { endLink } from './link-cart';
import { useLineBack } from './line-back';
import { keyOfOption, optionErrors } from './option-choices';
import { startPayment } from './paid-cart';
import { goToBank, goToPayment, saveCart } from './pay';
import { LinkReserved, PayByLinkButton, reserveByLink } from './pay-by-link';

/** A reservation that was saved in a frame on another site is paid at once in the window (`goToPayment`). */
function useResumedPayment() {
  const [search, setSearch] = useSearchParams();
  const reservationId = search.get('pay');
  const { mutate, ...payment } = useMutation({ mutationFn: goToBank });
  const started = useRef(false);
  useEffect(() => {
    if (reservationId === null || started.current) return;
    started.current = true;
    // Back from the bank, the page does not go there again by itself.
    setSearch({}, { replace: true });
    mutate(reservationId);
  }, [reservationId, setSearch, mutate]);
  return payment;
}

const linkHours = ({ performance }: HeldCart): number | undefined =>
  performance.organiser.site?.paymentLinkHours;

const CartOptions = onDemand<CartOptionsProps>(async () => (await import('./cart-options')).CartOptions);

interface Purchase {
  cart: HeldCart;
  values: CustomerValues;
  /** Paid later, by a mailed link. */
  isByLink: boolean;
}

/** Form with the buyer's data and the button that leads to the bank. */
export default function EditCustomerPage() {
  const t = useText();
  const money = useMoney();
  const client = useQueryClient();
  const navigate = useNavigate();
  const language = useLanguage();
  const { account, ready } = useSession();
  const formId = useId();
  const { data: held = null } = useQuery(cartQuery);
  const priced = useCartPrices(held);
  const pay = useMutation({
    mutationFn: async ({ cart, values, isByLink }: Purchase) => {
      const reservationId = await saveCart(cart, values, priced.wishes, language);
      if (isByLink) return reserveByLink(cart, reservationId);
      endLink();
      startPayment(cart.id, reservationId);
      return goToPayment(cart, reservationId);
    },
    onSuccess: () => client.setQueryData(cartQuery.queryKey, null),
    onError: () => {
      // Another tab may have used the voucher, or the code.
      void client.invalidateQueries({ queryKey: ['prices'] });
      return client.invalidateQueries({ queryKey: cartQuery.queryKey });
    },
  });
  const resumed = useResumedPayment();
  const wantsLink = useRef(false);
  const { reset } = pay;
  useLineBack(pay.error, reset, priced.prices);
  useLineBack(resumed.error, resumed.reset, priced.prices);
  useEffect(() => {
    // Back from the bank by the browser's back button: the cached page is restored with the button still busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      reset();
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [client, reset]);
  const leftToPay = (cart: HeldCart) => Number(priced.prices?.leftToPayMinor ?? cart.totalMinor);
  if (pay.isSuccess)
    return <LinkReserved cart={pay.variables.cart} reserved={pay.data} email={pay.variables.values.email} />;
  const next = (cart: HeldCart) => (
    <Button
      kind="main"
      type="submit"
      form={formId}
      className="next-button"
      data-testid="pay"
      onClick={() => (wantsLink.current = false)}
      busy={pay.isPending || resumed.isPending || priced.isPending}
    >
      {leftToPay(cart) === 0 ? t('customer.confirm') : t('customer.pay', { price: money(leftToPay(cart)) })}
    </Button>
  );
  const logIn = (cart: HeldCart) => {
    const path = `/reservations/cart/${cart.id}/ask-email`;
    // Whoever types a password has to see the address.
    if (isInFrame()) leaveFrame(path);
    else navigate(path);
  };
  const { choices } = priced;
  const isPosted = (priced.prices?.offered ?? []).some(
    (option) => option.forPostalSend && choices.some((choice) => keyOfOption(choice) === keyOfOption(option)),
  );
  return (
    <CheckoutFrame title={t('customer.title')} next={next} priced={priced}>
      {(cart) =>
        ready && (
          <>
            {cart.offersOptions && (
              <Suspense>
                <CartOptions priced={priced} error={pay.error} />
              </Suspense>
            )}
            <CustomerForm
              id={formId}
              cart={cart}
              account={account}
              asksAddress={isPosted || cart.performance.organiser.site?.asksAddress === true}
              onLogIn={() => logIn(cart)}
              isFree={leftToPay(cart) === 0}
              // What is wrong with options stands in their lines.
              error={optionErrors(pay.error, choices).size > 0 ? null : (pay.error ?? resumed.error)}
              onSubmit={(values) => pay.mutate({ cart, values, isByLink: wantsLink.current })}
            />
            <p className="fine">
              {t(leftToPay(cart) === 0 ? 'customer.until.free' : 'customer.until', {
                time: formatDate(cart.expiresAt, language, cart.secondsLeft > 3_600 ? 'short-time' : 'time'),
              })}
            </p>
            {linkHours(cart) !== undefined && leftToPay(cart) > 0 && (
              <PayByLinkButton
                formId={formId}
                hours={Number(linkHours(cart))}
                busy={pay.isPending}
                onChoose={() => (wantsLink.current = true)}
              />
            )}
          </>
        )
      }
    </CheckoutFrame>
  );
}
