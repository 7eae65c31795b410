import { Button, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { orderQuery } from './order-api';
import { goToBankForOrder, stepOf, type PaymentStep } from './order-payment';
import type { Order, OrderInstalment } from './order-types';

const SLOW_MS = 40_000;

/** True after the bank has not answered for a while: the buyer may try again. */
function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isSlow && isWaiting;
}

const TONES = { refused: 'bad', cancelled: 'info', waiting: 'info' } as const;

interface PayOrderProps {
  order: Order;
  orderKey: string;
  /** Answer of the bank in the address; null for who did not come from it. */
  outcome: string | null;
}

/** What is left to pay and its button; after the bank, how the payment ended. */
export function PayOrder({ order, orderKey, outcome }: PayOrderProps) {
  const t = useText();
  const step = stepOf(order, outcome);
  if (step === null) return null;
  if (step === 'paid')
    return (
      <Notice tone="good">
        <span data-testid="order-paid">{t('order.pay.done')}</span>
      </Notice>
    );
  return <OpenPayment order={order} orderKey={orderKey} step={step} />;
}

/** The payments that were agreed: the amount above is what is due of them now. */
function Instalments({ instalments }: { instalments: readonly OrderInstalment[] }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  if (instalments.length === 0) return null;
  return (
    <ul className="c-soft" data-testid="order-instalments">
      {instalments.map(({ label, dueOn, amountMinor, state }) => (
        <li key={dueOn}>
          {t('order.instalment', {
            label,
            price: money(amountMinor),
            date: formatDate(dueOn, language, 'short'),
          })}
          {' · '}
          {t(`order.instalment.${state}`)}
        </li>
      ))}
    </ul>
  );
}

function OpenPayment({ order, orderKey, step }: Omit<PayOrderProps, 'outcome'> & { step: PaymentStep }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const client = useQueryClient();
  const isSlow = useSlow(step === 'waiting');
  const amountMinor = order.toPay?.amountMinor ?? 0;
  const pay = useMutation({
    mutationFn: () => goToBankForOrder(orderKey, amountMinor),
    // What is due may have changed.
    onError: () => client.invalidateQueries({ queryKey: orderQuery(orderKey).queryKey }),
  });
  const { reset } = pay;
  useEffect(() => {
    // The browser may show this page again as it was left, with the button still busy.
    const back = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [reset]);
  const { deadline, situation, zone } = order;
  const isWaiting = step === 'waiting' && !isSlow;
  return (
    <section className="order-card order-pay" aria-labelledby="order-pay">
      <div>
        <h2 id="order-pay">
          {t('order.pay.left')} <strong data-testid="order-due">{money(amountMinor)}</strong>
        </h2>
        {situation === 'PRE_RESERVED' && deadline && (
          <p>{t('order.deadline.text', { at: formatDate(deadline, language, 'short-time', zone) })}</p>
        )}
        <Instalments instalments={order.instalments ?? []} />
        {order.isWithheld && <p>{t('order.pay.withheld')}</p>}
        {!isWaiting && <p className="c-soft">{t('customer.secure')}</p>}
      </div>
      {isWaiting ? (
        <p role="status" data-testid="order-pay-waiting">
          <span className="c-spinner" aria-hidden /> {t('return.pending')}
        </p>
      ) : (
        <Button
          kind="main"
          icon={<CreditCard aria-hidden />}
          busy={pay.isPending}
          onClick={() => pay.mutate()}
          data-testid="order-pay"
        >
          {t('customer.pay', { price: money(amountMinor) })}
        </Button>
      )}
      {step !== 'open' && step !== 'paid' && !isWaiting && !pay.isPending && (
        <Notice tone={TONES[step]}>{t(`order.pay.${step}`)}</Notice>
      )}
      {pay.isError && <Notice tone="bad">{problemText(pay.error, t)}</Notice>}
    </section>
  );
}
