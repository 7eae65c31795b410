import { consumer } from '@coulisse/service-kit';
import { noteStep } from '../features/sale/settle-payment.command';

/** The buyer was written to. */
export const onNotification = consumer('notifications.notification.v1', 'ticketing.on-notification', {
  async sent({ template, subjectId }, tx) {
    if (template === 'RESERVATION_TICKETS') await noteStep(tx, subjectId, 'MAILED');
  },
});
