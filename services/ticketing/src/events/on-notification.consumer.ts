import { consumer } from '@coulisse/service-kit';
import { recordStep } from '../features/sale/settle-payment.command';

/** Records that the tickets were mailed to the buyer. */
export const onNotification = consumer('notifications.notification.v1', 'ticketing.on-notification', {
  async sent({ template, subjectId }, tx) {
    if (template === 'RESERVATION_TICKETS') await recordStep(tx, subjectId, 'MAILED');
  },
});
