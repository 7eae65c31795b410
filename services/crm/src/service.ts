import { ticketingV1 } from '@coulisse/contracts';
import { defineService } from '@coulisse/service-kit';
import { onReservationValidated } from './events/on-reservation-validated.consumer';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { tiers } from './resources';

/** Third parties: individuals, companies, suppliers, and whoever buys a seat. */
export const service = defineService({
  name: 'crm',
  resources: [tiers],
  locales: { fr, en },
  consumers: [onReservationValidated],
  publishes: ['crm.tiers.v1'],
  clients: { ticketing: ticketingV1.ReservationServiceDefinition },
});
