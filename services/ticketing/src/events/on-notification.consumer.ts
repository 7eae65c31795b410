import { consumer } from '@coulisse/service-kit';
import { isTicketsMail } from '../features/messages/kinds-of-events';
import { recordStep } from '../features/sale/settle-payment.command';

/** Records that the tickets were mailed to the buyer. */
export const onNotification = consumer(
  'notifications.notification.v1',
  'ticketing.on-notification',
  {
    async sent(notification, tx) {
      if (isTicketsMail(notification)) recordStep(tx, notification.subjectId, 'MAILED');
    },
  },
  { together: 50, isGathered: true },
);
