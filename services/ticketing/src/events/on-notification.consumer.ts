import { consumer, type LockTogether } from '@coulisse/service-kit';
import { noteVoucherMailed } from '../features/gift-vouchers/voucher-sale.store';
import { isTicketsMail, isVoucherMail } from '../features/messages/kinds-of-events';
import { lockSteps } from '../features/sale/lock-sales';
import { recordStep } from '../features/sale/settle-payment.command';

/** Vouchers that were mailed are noted after all steps of sales, each in its own row. */
const lockTogether: LockTogether<'notifications.notification.v1'> = async (events, tx) => {
  const ids = events.flatMap(({ event }) =>
    event.$case === 'sent' && isTicketsMail(event.value) ? event.value.subjectId : [],
  );
  await lockSteps(tx, ids, { reservations: false });
};

/** Records that tickets and gift vouchers were mailed to their buyers. */
export const onNotification = consumer(
  'notifications.notification.v1',
  'ticketing.on-notification',
  {
    async sent(notification, tx) {
      if (isTicketsMail(notification)) recordStep(tx, notification.subjectId, 'MAILED');
      if (isVoucherMail(notification)) noteVoucherMailed(tx, notification.subjectId);
    },
  },
  { together: 50, isGathered: true, lockTogether },
);
