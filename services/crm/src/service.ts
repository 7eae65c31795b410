import { documentFilesV1, publicAccountV1, ticketingV1 } from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService, reportFiles } from '@coulisse/resource-server';
import { onGiftVoucher } from './events/on-gift-voucher.consumer';
import { onAccount } from './events/on-account.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { bandRoutes } from './features/bands/bands.routes';
import { bandCommand } from './features/bands/save-band.command';
import { scales } from './features/bands/scales';
import { createContact, updateContact } from './features/contacts/save-contact.command';
import { duplicateRoutes } from './features/duplicates/duplicates.routes';
import { refreshLoyalties, refreshLoyaltiesDaily } from './features/loyalty/refresh-loyalties.job';
import { personalDataRoutes } from './features/own-details/personal-data.routes';
import { ownDetailsRoutes } from './features/own-details/own-details.routes';
import { mergeRoutes } from './features/merge/merge.routes';
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
import { tiersRpc } from './rpc/tiers.rpc';

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
  plansOnce: true,
  resources,
  commands: [
    createTiers,
    updateTiers,
    createContact,
    updateContact,
    createNote,
    updateNote,
    bandCommand(scales.loyalty),
    bandCommand(scales.prospect),
  ],
  resourceRoutes: (pipeline) => [...tiersRoutes(pipeline), ...mergeRoutes(pipeline)],
  extensions: [exchange],
  routes: [...duplicateRoutes, ...bandRoutes, ...ownDetailsRoutes, ...personalDataRoutes],
  rpc: [tiersRpc],
  consumers: [onReservation, onGiftVoucher, onAccount],
  referredBy: ['payments', 'sales'],
  publishes: ['crm.tiers.v1'],
  // A changed label, and the link of a sale to its third party, are noted behind what people wait for.
  publishEveryMs: 500,
  clients: {
    ticketing: ticketingV1.ReservationServiceDefinition,
    files: documentFilesV1.FileServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  jobs: [refreshLoyalties],
  schedules: [refreshLoyaltiesDaily, reportFiles('crm', resources)],
});
