import {
  brandV1,
  documentRenderingV1,
  mailsV1,
  publicAccountV1,
  ticketingV1,
  tiersV1,
} from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { templateRoutes } from '@coulisse/template-server';
import { onAccount } from './events/on-account.consumer';
import { onAllocation } from './events/on-allocation.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { onSending } from './events/on-sending.consumer';
import { onTenant } from './events/on-tenant.consumer';
import { avoirCommands } from './features/avoirs/avoir.commands';
import { settlementRoutes } from './features/bills/settlements.routes';
import { billCommands } from './features/bills/bill.commands';
import { lookUpMoneyHourly } from './features/box-office/look-up-money.schedule';
import { eraseBuyersDaily } from './features/personal-data/erase-buyers.schedule';
import { personalDataRoutes } from './features/personal-data/personal-data.routes';
import { quoteCommands } from './features/quotes/quote.commands';
import { accountingCode, avoir, bill, numberFormat, product, quote, settings, unit, vat } from './resources';
import { templatesOf } from './templates';
import en from './rights.en.json';
import fr from './rights.fr.json';

/** Products, quotes, bills and credit notes. */
export const service = defineResourceService({
  name: 'sales',
  // In the order of the menu.
  resources: [quote, bill, avoir, product, settings, vat, unit, accountingCode, numberFormat],
  commands: [...quoteCommands, ...billCommands, ...avoirCommands],
  consumers: [onTenant, onAllocation, onReservation, onSending, onAccount],
  clients: {
    tiers: tiersV1.TiersServiceDefinition,
    ticketing: ticketingV1.ReservationServiceDefinition,
    brands: brandV1.BrandServiceDefinition,
    rendering: documentRenderingV1.RenderServiceDefinition,
    mails: mailsV1.MailServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  grants: {
    'sales.template.read': { ADMINISTRATOR: 'all' },
    'sales.template.update': { ADMINISTRATOR: 'all' },
  },
  rightTexts: { fr, en },
  refersTo: ['crm', 'ticketing'],
  referredBy: ['payments'],
  publishes: ['sales.bill.v1', 'sales.sending.v1'],
  routes: [...personalDataRoutes, ...settlementRoutes],
  extensions: [exchange],
  schedules: [eraseBuyersDaily, lookUpMoneyHourly],
  compose: (_container, ctx) => ({
    routes: templateRoutes(templatesOf(ctx), { path: '/b/api/sale/templates', rights: 'sales.template' }),
  }),
});
