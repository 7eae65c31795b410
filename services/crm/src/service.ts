import { documentFilesV1, ticketingV1 } from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService, startFileRounds } from '@coulisse/resource-server';
import { onReservation } from './events/on-reservation.consumer';
import { bandRoutes } from './features/bands/bands.routes';
import { bandCommands } from './features/bands/save-band.command';
import { scales } from './features/bands/scales';
import { createContact, updateContact } from './features/contacts/save-contact.command';
import { duplicateRoutes } from './features/duplicates/duplicates.routes';
import { startRefreshingLoyalties } from './features/loyalty/refresh-loyalties.job';
import { mergeRoutes } from './features/merge/merge.routes';
import { deleteNote } from './features/notes/delete-note.command';
import { createNote, updateNote } from './features/notes/save-note.command';
import { createTiers, updateTiers } from './features/third-parties/save-tiers.command';
import { tiersRoutes } from './features/third-parties/tiers.routes';
import {
  channel,
  civility,
  contact,
  contactType,
  legalStatus,
  loyaltyLabel,
  note,
  noteType,
  particular,
  prospectStatus,
  society,
  supplier,
  tiers,
  tiersGroup,
  tiersStatus,
} from './resources';
import { computed } from './resources/computed';

const resources = [
  tiers,
  society,
  particular,
  supplier,
  contact,
  note,
  tiersGroup,
  tiersStatus,
  loyaltyLabel,
  prospectStatus,
  contactType,
  civility,
  legalStatus,
  noteType,
  channel,
];

/** Third parties: individuals, companies, suppliers and buyers, with their contacts and notes. */
export const service = defineResourceService({
  name: 'crm',
  resources,
  commands: {
    'crm.tiers': { create: createTiers, update: updateTiers },
    'crm.contact': { create: createContact, update: updateContact },
    'crm.note': { create: createNote, update: updateNote, delete: deleteNote },
    'crm.loyalty-label': bandCommands(scales.loyalty),
    'crm.prospect-status': bandCommands(scales.prospect),
  },
  computed,
  resourceRoutes: (pipeline) => [...tiersRoutes(pipeline), ...mergeRoutes(pipeline)],
  extensions: [exchange],
  routes: [...duplicateRoutes, ...bandRoutes],
  consumers: [onReservation],
  publishes: ['crm.tiers.v1'],
  clients: {
    ticketing: ticketingV1.ReservationServiceDefinition,
    files: documentFilesV1.FileServiceDefinition,
  },
  start: async (ctx) => {
    const stops = [startRefreshingLoyalties(ctx), startFileRounds(ctx, resources)];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
});
