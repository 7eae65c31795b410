import { Button, Dialog, Notice, useLanguage, useToast, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { startStep } from '../app/focus-page';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { changeOrder, orderQuery } from './order-api';
import type { Order } from './order-types';

/** Cancels the whole order, after the money was shown; absent where the theatre does not allow it. */
export function CancelOrder({ order, orderKey }: { order: Order; orderKey: string }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { cancellation, zone } = order;
  if (!cancellation) return null;
  const { until, refundMinor, toVoucherMinor } = cancellation;
  const backMinor = refundMinor + toVoucherMinor;
  const at = formatDate(until, language, 'short-time', zone);
  return (
    <section className="order-card order-cancel" aria-labelledby="order-cancel">
      <h2 id="order-cancel">
        {backMinor > 0
          ? t('order.cancel.until', { at, amount: money(backMinor) })
          : t('order.cancel.until.free', { at })}
      </h2>
      {refundMinor > 0 && toVoucherMinor === 0 && <p className="c-soft">{t('order.cancel.how')}</p>}
      {toVoucherMinor > 0 && (
        <p className="c-soft">
          <MoneyBack {...cancellation} />
        </p>
      )}
      <Button kind="danger" onClick={() => setOpen(true)} data-testid="order-cancel">
        {t('order.cancel')}
      </Button>
      {isOpen && (
        <CancelDialog
          order={order}
          orderKey={orderKey}
          cancellation={cancellation}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

type Cancellation = NonNullable<Order['cancellation']>;

/** What a cancellation gives back, by card or transfer and to a gift voucher. */
function MoneyBack({ refundMinor, toVoucherMinor }: Cancellation) {
  const t = useText();
  const money = useMoney();
  const parts = [
    refundMinor > 0 && t('order.cancel.refund', { amount: money(refundMinor) }),
    toVoucherMinor > 0 && t('order.exchange.to-voucher', { amount: money(toVoucherMinor) }),
  ].filter(Boolean);
  return <>{parts.length > 0 ? parts.join(' ') : t('order.cancel.no-refund')}</>;
}

interface CancelDialogProps {
  order: Order;
  orderKey: string;
  cancellation: Cancellation;
  onClose: () => void;
}

function CancelDialog({ order, orderKey, cancellation, onClose }: CancelDialogProps) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { queryKey } = orderQuery(orderKey);
  const isDone = useRef(false);
  useEffect(
    () => () => {
      // What is said of the canceled order is at its top; the button of the dialog goes with it.
      if (isDone.current) startStep();
    },
    [],
  );
  const cancel = useMutation({
    mutationFn: () => changeOrder(orderKey, 'cancel', { refundMinor: cancellation.refundMinor }),
    onSuccess: () => {
      isDone.current = true;
      toast.good(t('order.cancel.done'));
      onClose();
    },
    // After a refusal too: what may be canceled has changed.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const count = order.seats.filter(({ isCanceled }) => !isCanceled).length;
  return (
    <Dialog
      title={wholeCodes(t('order.cancel.title', { code: order.code }))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('order.cancel.keep')}</Button>
          <Button
            kind="danger-main"
            busy={cancel.isPending}
            onClick={() => cancel.mutate()}
            data-testid="order-cancel-confirm"
          >
            {t('order.cancel.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('order.cancel.seats', { count })}</p>
      <p>
        <strong data-testid="order-cancel-refund">
          <MoneyBack {...cancellation} />
        </strong>
      </p>
      <p className="c-soft">{t('order.cancel.final')}</p>
      {cancel.isError && <Notice tone="bad">{problemText(cancel.error, t)}</Notice>}
    </Dialog>
  );
}
