import { Button, useLanguage, useToast } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { changeOrder, orderQuery } from './order-api';
import type { Order, OrderSeat } from './order-types';

interface TakeBackProps {
  order: Order;
  orderKey: string;
  seat: OrderSeat;
}

/** To whom a ticket was passed on; it is taken back until they open it. */
export function TakeBack({ order, orderKey, seat }: TakeBackProps) {
  const t = useText();
  const toast = useToast();
  const language = useLanguage();
  const client = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => changeOrder(orderKey, `tickets/${seat.id}/take-back`, { edition: order.edition }),
    onSuccess: () => toast.good(t('order.take-back.done')),
    onError: (error) => toast.bad(problemText(error, t)),
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderKey).queryKey }),
  });
  const { transfer } = seat;
  if (!transfer) return null;
  return (
    <div className="order-transfer" data-testid="transferred">
      <p>
        {t('order.transferred', { name: transfer.name })}
        <small>{transfer.email}</small>
      </p>
      {transfer.openedAt ? (
        <small>
          {t('order.transfer.opened', {
            at: formatDate(transfer.openedAt, language, 'short-time', order.zone),
          })}
        </small>
      ) : (
        order.mayTransfer && (
          <Button
            kind="link"
            busy={takeBack.isPending}
            onClick={() => takeBack.mutate()}
            data-testid="take-back"
          >
            {t('order.take-back')}
            <span className="c-hidden"> {seat.seat}</span>
          </Button>
        )
      )}
    </div>
  );
}
