import { Button, useLanguage } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useSession } from '../account/use-session';
import { cartQuery, type HeldCart } from '../api/queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { CheckoutFrame } from './checkout-frame';
import { CustomerForm } from './customer-fields';
import type { CustomerValues } from './customer-form';
import { goToBank, saveCart } from './pay';

/** Form with the buyer's data and the button that leads to the bank. */
export default function EditCustomerPage() {
  const t = useText();
  const money = useMoney();
  const client = useQueryClient();
  const language = useLanguage();
  const { account, ready } = useSession();
  const formId = useId();
  const pay = useMutation({
    mutationFn: async ({ cart, values }: { cart: HeldCart; values: CustomerValues }) => {
      const reservationId = await saveCart(cart, values, language);
      return goToBank(reservationId);
    },
    onError: () => client.invalidateQueries({ queryKey: cartQuery.queryKey }),
  });
  const { reset } = pay;
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
  const next = (cart: HeldCart) => (
    <Button
      kind="main"
      type="submit"
      form={formId}
      className="next-button"
      data-testid="pay"
      busy={pay.isPending}
    >
      {t('customer.pay', { price: money(Number(cart.totalMinor)) })}
    </Button>
  );
  return (
    <CheckoutFrame title={t('customer.title')} next={next}>
      {(cart) =>
        ready && (
          <CustomerForm
            id={formId}
            cart={cart}
            account={account}
            error={pay.error}
            onSubmit={(values) => pay.mutate({ cart, values })}
          />
        )
      }
    </CheckoutFrame>
  );
}
