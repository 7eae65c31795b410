import { Button, Dialog, Field, Input, Notice, useToast } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../app/use-text';
import { problemFields, problemText } from '../checkout/problem-text';
import { changeOrder, orderQuery } from './order-api';
import type { Order, OrderSeat } from './order-types';

interface TicketDialogProps {
  order: Order;
  orderKey: string;
  seat: OrderSeat;
  onClose: () => void;
}

/** Writes a name on a ticket, or passes it on to somebody by e-mail. */
export default function TicketDialog({ order, orderKey, seat, onClose }: TicketDialogProps) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const [name, setName] = useState(seat.holderName ?? '');
  const [email, setEmail] = useState('');
  const isTransfer = email.trim() !== '';
  const change = useMutation({
    mutationFn: () => {
      const body = { edition: order.edition, name: name.trim() };
      return isTransfer
        ? changeOrder(orderKey, `tickets/${seat.id}/transfer`, { ...body, email: email.trim() })
        : changeOrder(orderKey, `tickets/${seat.id}/name`, body);
    },
    onSuccess: () => {
      toast.good(t(isTransfer ? 'order.transfer.done' : 'order.name.done', { name: name.trim() }));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderKey).queryKey }),
  });
  const fields = problemFields(change.error);
  const blocked = isTransfer && name.trim() === '' ? t('order.transfer.name-missing') : undefined;
  return (
    <Dialog
      title={t('order.ticket.title', { seat: seat.seat })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('order.ticket.keep')}</Button>
          <Button
            kind="main"
            busy={change.isPending}
            disabledBecause={blocked}
            onClick={() => change.mutate()}
            data-testid="ticket-save"
          >
            {t(isTransfer ? 'order.transfer.confirm' : 'order.name.save')}
          </Button>
        </>
      }
    >
      <div className="ticket-dialog">
        <Field label={t('order.name.label')} error={fields.get('name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={255}
              autoComplete="off"
              data-testid="ticket-name"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t('order.transfer.email')} help={t('order.transfer.help')} error={fields.get('email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={email}
              maxLength={254}
              autoComplete="off"
              data-testid="ticket-email"
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        {isTransfer && <Notice tone="warn">{t('order.transfer.warning')}</Notice>}
        {change.isError && fields.size === 0 && <Notice tone="bad">{problemText(change.error, t)}</Notice>}
      </div>
    </Dialog>
  );
}
