import { documentFilesV1, ticketingV1 } from '@coulisse/contracts';
import { defineService, startFileRounds } from '@coulisse/service-kit';
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
import en from './locales/en.json';
import fr from './locales/fr.json';
import { Records } from './records';
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

const records = {
  resources: [
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
  ],
  commands: {
    'crm.tiers': { create: createTiers, update: updateTiers },
    'crm.contact': { create: createContact, update: updateContact },
    'crm.note': { create: createNote, update: updateNote, delete: deleteNote },
    'crm.loyalty-label': bandCommands(scales.loyalty),
    'crm.prospect-status': bandCommands(scales.prospect),
  },
  computed,
  locales: { fr, en },
};

/** Third parties: individuals, companies, suppliers, whoever buys a seat, and what is said with them. */
export const service = defineService({
  name: 'crm',
  ...records,
  routes: [...tiersRoutes, ...duplicateRoutes, ...mergeRoutes, ...bandRoutes],
  consumers: [onReservation],
  publishes: ['crm.tiers.v1'],
  clients: {
    ticketing: ticketingV1.ReservationServiceDefinition,
    files: documentFilesV1.FileServiceDefinition,
  },
  bind: (container, ctx) => void container.bind(Records).toConstantValue(new Records(ctx, records)),
  start: async (ctx) => {
    const stops = [startRefreshingLoyalties(ctx), startFileRounds(ctx, records.resources)];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
});
