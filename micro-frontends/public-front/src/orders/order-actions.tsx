import { Button, Notice, useToast } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { CalendarPlus, Download, Mail } from 'lucide-react';
import { useDay } from '../app/format';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { changeOrder, saveOrderFile } from './order-api';
import type { Order } from './order-types';

const HAS_TICKETS: ReadonlySet<string> = new Set(['VALID', 'PARTLY_CANCELED', 'PAST']);

/** What the buyer may do with the tickets. */
export function OrderActions({ order, orderKey }: { order: Order; orderKey: string }) {
  const t = useText();
  const toast = useToast();
  const day = useDay();
  const pdf = useMutation({
    mutationFn: () => saveOrderFile(orderKey, 'tickets.pdf', `${order.code}.pdf`),
  });
  const calendar = useMutation({
    mutationFn: () => saveOrderFile(orderKey, 'calendar.ics', `${order.code}.ics`),
  });
  const resend = useMutation({
    mutationFn: () => changeOrder(orderKey, 'resend'),
    onSuccess: () => toast.good(t('order.resent', { email: order.buyer.email })),
  });
  const failed = [pdf, calendar, resend].find(({ isError }) => isError);
  if (!HAS_TICKETS.has(order.situation) || order.isWithheld) return null;
  if (order.seats.every(({ isCanceled, transfer }) => isCanceled || transfer)) return null;
  const isPast = order.situation === 'PAST';
  return (
    <section className="order-card order-actions" aria-labelledby="order-actions">
      <h2 id="order-actions">{t('order.actions')}</h2>
      <Button
        kind="main"
        wide
        icon={<Download aria-hidden />}
        busy={pdf.isPending}
        disabledBecause={
          order.documentReady
            ? undefined
            : order.ticketsOn
              ? t('order.tickets-later', { date: day(order.ticketsOn) })
              : t('return.pdf.preparing')
        }
        onClick={() => pdf.mutate()}
        data-testid="order-pdf"
      >
        {t('order.pdf')}
      </Button>
      {!isPast && (
        <Button
          wide
          icon={<CalendarPlus aria-hidden />}
          busy={calendar.isPending}
          onClick={() => calendar.mutate()}
          data-testid="order-calendar"
        >
          {t('order.calendar')}
        </Button>
      )}
      {order.buyer.email !== '' && !order.ticketsOn && (
        <Button
          wide
          icon={<Mail aria-hidden />}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
          data-testid="order-resend"
        >
          {t('order.resend')}
        </Button>
      )}
      {failed && <Notice tone="bad">{problemText(failed.error, t)}</Notice>}
    </section>
  );
}
