import {
  documentFilesV1,
  documentRenderingV1,
  documentsV1,
  mailsV1,
  paymentsV1,
  publicAccountV1,
} from '@coulisse/contracts';
import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService, filesOf, reportFiles } from '@coulisse/resource-server';
import { DataKeys, InstallationKeys } from '@coulisse/resource-server/encryption';
import { bindFeature, ConfigError, settings as configOf, type ServiceContext } from '@coulisse/service-kit';
import { templateFiles, templateRoutes, Templates } from '@coulisse/template-server';
import { ticketingShape } from './config';
import { mailsOnGiftVoucher } from './events/mails-on-gift-voucher.consumer';
import { onGiftVoucher } from './events/on-gift-voucher.consumer';
import { mailsOnDocument } from './events/mails-on-document.consumer';
import { mailsOnPayment } from './events/mails-on-payment.consumer';
import { mailsOnReservation } from './events/mails-on-reservation.consumer';
import { onBank } from './events/on-bank.consumer';
import { onAccount } from './events/on-account.consumer';
import { onDocument } from './events/on-document.consumer';
import { onNotification } from './events/on-notification.consumer';
import { onPayment } from './events/on-payment.consumer';
import { onReservation } from './events/on-reservation.consumer';
import { onTenant } from './events/on-tenant.consumer';
import { onTiers } from './events/on-tiers.consumer';
import { cartRoutes } from './features/cart/cart.routes';
import { catalogueRoutes } from './features/catalogue/catalogue.routes';
import { createShow } from './features/catalogue/publish-id.command';
import { TenantDirectory } from './features/catalogue/tenant-directory';
import { changeRoutes } from './features/changes/changes.routes';
import { contactRoutes } from './features/contact/contact.routes';
import { checkoutRoutes } from './features/checkout/checkout.routes';
import { deskRoutes } from './features/desk/desk.routes';
import { reservationStates } from './features/desk/reservation-states.commands';
import { figureRoutes } from './features/figures/figures.routes';
import { startExpiringHolds } from './features/holds/expire-holds.job';
import { createGiftVoucher } from './features/gift-vouchers/create-gift-voucher.command';
import { giftVoucherStates } from './features/gift-vouchers/gift-voucher-states.commands';
import { deskVoucherRoutes } from './features/gift-vouchers/desk-voucher.routes';
import { VoucherLinks } from './features/gift-vouchers/voucher-links';
import { voucherSendingRoutes } from './features/gift-vouchers/voucher-sending.routes';
import { voucherShopRoutes } from './features/gift-vouchers/voucher-shop.routes';
import { giftVoucherRoutes, publicGiftVoucherRoutes } from './features/gift-vouchers/gift-voucher.routes';
import { HoldReads } from './features/holds/hold-reads';
import { driverRoutes } from './features/drivers/drivers.routes';
import { holdRoutes } from './features/holds/holds.routes';
import { observeHolds } from './features/holds/observe-holds';
import { LiveSeats } from './features/live-seats/live-seats';
import { liveSeatRoutes } from './features/live-seats/live-seats.routes';
import { SaleMails } from './features/messages/sale-mails';
import { SaleReads } from './features/messages/sale-reads';
import { VoucherDocuments } from './features/messages/voucher-documents';
import { VoucherMails } from './features/messages/voucher-mails';
import { instalmentRoutes } from './features/instalments/instalments.routes';
import { remindOfInstalmentsDaily } from './features/instalments/remind-instalments.schedule';
import { lookAfterVouchersDaily } from './features/gift-vouchers/look-after-vouchers.job';
import { PrintedLogos } from './features/messages/printed-logos';
import { TicketDocuments } from './features/messages/ticket-documents';
import {
  createPerformance,
  deletePerformance,
  updatePerformance,
} from './features/performance-seats/performance.commands';
import { performanceChangeRoutes } from './features/performance-changes/performance-changes.routes';
import { performanceSeatRoutes } from './features/performance-seats/performance-seats.routes';
import { SeatMaps } from './features/performance-seats/seat-map.read-model';
import { placementRoutes } from './features/placement/placement.routes';
import { planDocumentRoutes } from './features/plan-documents/plan-documents.routes';
import { planViewRoutes } from './features/placement/plan-view.routes';
import { PlacementRooms } from './features/placement/rooms';
import { OrderLinks } from './features/orders/order-links';
import { checkOwnHostJob } from './features/own-hosts/check-own-host.job';
import { DnsRecords, DomainRecords } from './features/own-hosts/domain-records';
import { ownHostCommands } from './features/own-hosts/own-host.commands';
import { ownHostRoutes } from './features/own-hosts/own-host.routes';
import { orderRoutes } from './features/orders/order.routes';
import { TicketLinks } from './features/orders/ticket-links';
import { ticketRoutes } from './features/orders/ticket.routes';
import { mailPaymentLinkJob } from './features/orders/mail-payment-link.job';
import { paymentLinkRoutes } from './features/orders/payment-link.routes';
import { presenceRoutes } from './features/presence/presence.routes';
import { eraseBuyersDaily } from './features/personal-data/erase-buyers.schedule';
import { personalDataRoutes } from './features/personal-data/personal-data.routes';
import { listToSendRoutes } from './features/postal/list-to-send.routes';
import { GoogleWalletLinks } from './features/wallet/google-wallet-links';
import { AppleWalletPasses } from './features/wallet/apple-wallet-passes';
import { WalletLinks, WalletPasses } from './features/wallet/wallet-passes';
import { promotionCodeRoutes } from './features/promotion-codes/promotion-code.routes';
import { admissionRoutes, receptionRoutes } from './features/reception/reception.routes';
import { revisionRoutes } from './features/revisions/revisions.routes';
import { remindBuyersDaily } from './features/reminders/remind-buyers.schedule';
import { cancelReservation } from './features/reservations/cancel-reservation.command';
import { publicReservationRoutes } from './features/reservations/public-reservations.routes';
import { customerFiguresRoutes } from './features/reservations/customer-figures.routes';
import { documentDraftRoutes } from './features/sales-documents/document-draft.routes';
import { reservationDetailsRoutes } from './features/reservations/reservation-details.routes';
import { resendTicketsRoutes } from './features/reservations/resend-tickets.routes';
import { planFileSources } from './features/room-plans/plan-file-sources';
import { roomPlanRoutes } from './features/room-plans/room-plans.routes';
import { statementRoutes } from './features/statements/statements.routes';
import { makeTicketsDaily } from './features/ticket-dates/make-tickets.schedule';
import { startMakingKeys } from './features/ticket-codes/make-missing-keys';
import { TicketKeys } from './features/ticket-codes/ticket-keys';
import { startTicketSequencer, TicketSequencer } from './features/ticket-numbers/ticket-sequencer';
import { waitingRoomRoutes } from './features/waiting-room/waiting-room.routes';
import { waitingEntryStates } from './features/waiting-list/entry-states.commands';
import { mailWaitingEntryJob } from './features/waiting-list/mail-waiting-entry.job';
import { startOfferingSeats } from './features/waiting-list/offer-seats.job';
import { WaitingLinks } from './features/waiting-list/waiting-links';
import { purgeEntriesDaily } from './features/waiting-list/purge-entries.schedule';
import { waitingListRoutes } from './features/waiting-list/waiting-list.routes';
import { OFFER_HOURS } from './features/waiting-list/waiting-list.domain';
import { WaitingMails } from './features/waiting-list/waiting-mails';
import { WaitingRooms } from './features/waiting-room/waiting-rooms';
import {
  formula,
  giftVoucher,
  listToSendItem,
  option,
  ownHost,
  performance,
  performancePlan,
  promotionCode,
  receptionConfiguration,
  reservation,
  reservationItem,
  room,
  roomPlan,
  roomPlanShape,
  seatCategory,
  settings,
  show,
  ticket,
  unpaidGiftVoucher,
  unpaidReservation,
  waitingEntry,
} from './resources';
import { brandRpc } from './rpc/brand.rpc';
import { reservationRpc } from './rpc/reservation.rpc';
import { saleTemplates } from './templates';
import en from './rights.en.json';
import fr from './rights.fr.json';

function encryptionKeysOf(ctx: ServiceContext, use: string) {
  const { ENCRYPTION_KEY: key, ENCRYPTION_OLD_KEYS: olderKeys } = ctx.config;
  if (!key) throw new ConfigError([`ENCRYPTION_KEY: ${use} with it`]);
  return { key, olderKeys };
}

const waitingRoomsOf = (ctx: ServiceContext): WaitingRooms =>
  new WaitingRooms(
    configOf(ctx, ticketingShape).WAITING_ROOM,
    encryptionKeysOf(ctx, 'places of waiting rooms are signed'),
  );

function ticketKeysOf(ctx: ServiceContext): TicketKeys {
  const { key, olderKeys } = encryptionKeysOf(ctx, 'keys of tickets are encrypted');
  return new TicketKeys(new DataKeys(new InstallationKeys(key, olderKeys)));
}

const linkSecretsOf = (ctx: ServiceContext) => encryptionKeysOf(ctx, 'links to orders are signed');

const resources = [
  // Before those whose paths theirs continue.
  unpaidGiftVoucher,
  unpaidReservation,
  show,
  seatCategory,
  option,
  formula,
  promotionCode,
  room,
  roomPlan,
  roomPlanShape,
  performance,
  performancePlan,
  reservation,
  reservationItem,
  giftVoucher,
  listToSendItem,
  ticket,
  receptionConfiguration,
  waitingEntry,
  ownHost,
  settings,
];

export const service = defineResourceService({
  name: 'ticketing',
  config: ticketingShape,
  // Claims of seats come within minutes of the opening of a sale, and are gone the next day.
  readsByIndex: true,
  plansOnce: true,
  resources,
  extensions: [exchange],
  fallbacks: (ctx) => ({
    [settings.name]: {
      ...configOf(ctx, ticketingShape).HOLD_LIMITS,
      waitingListOfferHours: OFFER_HOURS.usual,
      waitingListNearHours: OFFER_HOURS.near,
    },
  }),
  commands: [
    createShow,
    createPerformance,
    updatePerformance,
    deletePerformance,
    cancelReservation,
    ...reservationStates,
    createGiftVoucher,
    ...giftVoucherStates,
    ...ownHostCommands,
  ],
  routes: [
    ...ownHostRoutes,
    ...roomPlanRoutes,
    ...reservationDetailsRoutes,
    ...documentDraftRoutes,
    ...instalmentRoutes,
    ...presenceRoutes,
    ...customerFiguresRoutes,
    ...receptionRoutes,
    ...figureRoutes,
    ...statementRoutes,
    ...performanceChangeRoutes,
    ...personalDataRoutes,
    ...giftVoucherRoutes,
    ...planDocumentRoutes,
  ],
  consumers: [onDocument, onNotification, onTiers, onAccount, onBank],
  clients: {
    payments: paymentsV1.PaymentServiceDefinition,
    documents: documentsV1.DocumentServiceDefinition,
    files: documentFilesV1.FileServiceDefinition,
    rendering: documentRenderingV1.RenderServiceDefinition,
    mails: mailsV1.MailServiceDefinition,
    publicAccounts: publicAccountV1.PublicAccountServiceDefinition,
  },
  schedules: [
    reportFiles('ticketing', resources, [...planFileSources, filesOf([templateFiles], false)]),
    lookAfterVouchersDaily,
    makeTicketsDaily,
    remindBuyersDaily,
    remindOfInstalmentsDaily,
    eraseBuyersDaily,
    purgeEntriesDaily,
  ],
  grants: {
    'ticketing.placement.update': { ADMINISTRATOR: 'all' },
    'ticketing.reception.read': { ADMINISTRATOR: 'all', USER: 'all' },
    'ticketing.figures.read': { ADMINISTRATOR: 'all', USER: 'all' },
    'ticketing.statement.read': { ADMINISTRATOR: 'all' },
    'ticketing.reception.update': { ADMINISTRATOR: 'all', USER: 'all' },
    'ticketing.reception.correct': { ADMINISTRATOR: 'all' },
    'ticketing.template.read': { ADMINISTRATOR: 'all' },
    'ticketing.template.update': { ADMINISTRATOR: 'all' },
  },
  rightTexts: { fr, en },
  refersTo: ['identity'],
  referredBy: ['sales'],
  publishes: ['ticketing.reservation.v1', 'ticketing.seat.v1', 'ticketing.gift-voucher.v1'],
  bind: (container, ctx) => {
    container.bind(TenantDirectory).toConstantValue(new TenantDirectory());
    container.bind(TicketSequencer).toConstantValue(new TicketSequencer());
    container.bind(LiveSeats).toConstantValue(new LiveSeats());
    container.bind(WaitingRooms).toConstantValue(waitingRoomsOf(ctx));
    container.bind(Templates).toConstantValue(saleTemplates());
    container.bind(PlacementRooms).toConstantValue(new PlacementRooms());
    container.bind(TicketLinks).toConstantValue(new TicketLinks(linkSecretsOf(ctx)));
    container.bind(OrderLinks).toConstantValue(new OrderLinks(linkSecretsOf(ctx)));
    container.bind(VoucherLinks).toConstantValue(new VoucherLinks(linkSecretsOf(ctx)));
    container.bind(WaitingLinks).toConstantValue(new WaitingLinks(linkSecretsOf(ctx)));
    bindFeature(container, WaitingMails, [Templates, WaitingLinks]);
    bindFeature(container, HoldReads, []);
    bindFeature(container, SaleReads, [Templates]);
    bindFeature(container, SaleMails, [Templates, SaleReads, OrderLinks]);
    bindFeature(container, VoucherMails, [Templates, VoucherLinks]);
    bindFeature(container, PrintedLogos, []);
    bindFeature(container, VoucherDocuments, [Templates, PrintedLogos]);
    container.bind(WalletLinks).toConstantValue(new GoogleWalletLinks());
    container.bind(WalletPasses).toConstantValue(new AppleWalletPasses());
    container.bind(DomainRecords).toConstantValue(new DnsRecords(configOf(ctx, ticketingShape).DNS_SERVERS));
    container.bind(TicketKeys).toConstantValue(ticketKeysOf(ctx));
    bindFeature(container, TicketDocuments, [Templates, SaleReads, TicketKeys, PrintedLogos]);
  },
  compose: (container) => {
    const tenants = container.get(TenantDirectory);
    const mails = container.get(SaleMails);
    const voucherMails = container.get(VoucherMails);
    const sequencer = container.get(TicketSequencer);
    const rooms = container.get(WaitingRooms);
    const keys = container.get(TicketKeys);
    const links = container.get(OrderLinks);
    const placementRooms = container.get(PlacementRooms);
    const waitingLinks = container.get(WaitingLinks);
    const ticketLinks = container.get(TicketLinks);
    return {
      commands: waitingEntryStates(placementRooms),
      rpc: [reservationRpc(container.get(SaleReads)), brandRpc(container.get(PrintedLogos))],
      jobs: [
        mailWaitingEntryJob(container.get(WaitingMails)),
        mailPaymentLinkJob(mails),
        checkOwnHostJob(container.get(DomainRecords)),
      ],
      routes: [
        ...performanceSeatRoutes(tenants, new SeatMaps()),
        ...catalogueRoutes(tenants, rooms),
        ...contactRoutes(tenants),
        ...liveSeatRoutes(tenants, container.get(LiveSeats)),
        ...holdRoutes(tenants, rooms, container.get(HoldReads)),
        ...placementRoutes(tenants, rooms, placementRooms),
        ...driverRoutes(tenants, rooms, placementRooms),
        ...planViewRoutes(),
        ...waitingRoomRoutes(tenants, rooms),
        ...waitingListRoutes({ tenants, rooms: placementRooms, links: waitingLinks }),
        // Cart routes come before reservations by id, so that `cart` is not read as an id.
        ...cartRoutes(tenants),
        ...checkoutRoutes(tenants, sequencer),
        ...promotionCodeRoutes(tenants),
        ...listToSendRoutes,
        ...publicGiftVoucherRoutes(tenants),
        ...voucherSendingRoutes(voucherMails),
        ...deskVoucherRoutes(voucherMails),
        ...voucherShopRoutes(tenants, container.get(VoucherLinks)),
        ...deskRoutes(sequencer, mails, placementRooms),
        ...changeRoutes(sequencer),
        ...revisionRoutes(sequencer),
        ...resendTicketsRoutes(mails),
        ...paymentLinkRoutes(mails),
        // The same for `order` and `mine`.
        ...orderRoutes({
          links,
          keys,
          mails,
          sequencer,
          passes: container.get(WalletPasses),
          walletLinks: container.get(WalletLinks),
        }),
        ...ticketRoutes({ links, ticketLinks, keys, sequencer }),
        ...publicReservationRoutes(tenants, links),
        ...admissionRoutes(keys),
        ...templateRoutes(container.get(Templates), {
          path: '/b/api/configuration/templates',
          rights: 'ticketing.template',
          hasAttachments: true,
        }),
      ],
      consumers: [
        onTenant(keys),
        onPayment(sequencer),
        onReservation(container.get(TicketDocuments)),
        mailsOnDocument(mails, voucherMails),
        onGiftVoucher(container.get(VoucherDocuments)),
        mailsOnGiftVoucher(voucherMails),
        mailsOnReservation(mails, ticketLinks),
        mailsOnPayment(mails, voucherMails),
      ],
    };
  },
  start: async (ctx, container) => {
    const stops = [
      container.get(LiveSeats).start(ctx),
      container.get(WaitingRooms).start(ctx),
      startExpiringHolds(ctx),
      startOfferingSeats(ctx, container.get(PlacementRooms)),
      startTicketSequencer(container.get(TicketSequencer), ctx),
      startMakingKeys(container.get(TicketKeys), ctx),
    ];
    const stopObserving = observeHolds(ctx);
    return async () => {
      stopObserving();
      await Promise.all(stops.map((stop) => stop()));
    };
  },
});
