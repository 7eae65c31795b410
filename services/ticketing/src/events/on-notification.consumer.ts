import { consumer } from '@coulisse/service-kit';
import { noteVoucherMailed } from '../features/gift-vouchers/voucher-sale.store';
import { isTicketsMail, isVoucherMail } from '../features/messages/kinds-of-events';
import { recordStep } from '../features/sale/settle-payment.command';

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
  { together: 50, isGathered: true },
);
