import {
  Banknote,
  CalendarDays,
  CodeXml,
  CreditCard,
  FileText,
  LayoutGrid,
  Package,
  ScanLine,
  SlidersHorizontal,
  Tag,
  Theater,
  Ticket,
  Utensils,
} from 'lucide-react';
import { lazy } from 'react';
import { defineModule, type RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';
import { readOnlyRoutes, resourceRoutes, templateRoutes } from '@coulisse/resource-ui';
import { TEMPLATES } from './api-paths';
import en from './locales/en.json';
import fr from './locales/fr.json';
import {
  DETAIL_ENTRY,
  FORMULA_FORM,
  FORMULA_SECTIONS,
  NUMBER_ENTRY,
  OPTION_SECTIONS,
  PROMOTION_SECTIONS,
  SETTINGS_SECTIONS,
  SHOW_SECTIONS,
  VOUCHER_FORM,
  VOUCHER_SECTIONS,
  WAITING_SECTIONS,
} from './record-sections';
import { OTHER_ADDRESSES } from './screen-paths';
import { CalendarLink } from './screens/calendar/calendar-link';
import { VatFollowsPrice } from './screens/formula/vat-follows-price';
import { WHOLE_PRICE } from './screens/formula/vat-lines';
import { SentAction, SentSwitch } from './screens/postal';
import { CancelQuestion } from './screens/reservation/cancel-question';
import { ReservationActions } from './screens/reservation/reservation-actions';
import { VoucherActions, VoucherUses } from './screens/gift-voucher';
import { HostRecords, isHostField } from './screens/own-hosts';
import { VoucherSaleLink } from './screens/gift-voucher/sale-link';
import { YearlyLimitWarning } from './screens/performances/yearly-limit-warning';
import { isSettingsField, SettingsExtra, SettingsFormExtra } from './screens/settings';
import { PerformanceExtra } from './screens/performances/performance-extra';
import { PerformanceActions } from './screens/performances/performance-actions';
import { PerformanceFigures } from './screens/performances/performance-figures';
import { PerformanceName } from './screens/performances/performance-name';
import { performanceLabel, performanceTitle } from './screens/performances/performance-title';
import { paymentTitle } from './screens/payment/payment-title';
import './figures.css';
import './ticketing.css';

/** Cards under the sections of a record are loaded with its page. */
const ReservationExtra = onDemand<RecordPartProps>(
  async () => (await import('./screens/reservation/reservation-extra')).ReservationExtra,
);
const ReservationLead = onDemand<RecordPartProps>(
  async () => (await import('./screens/reservation/reservation-lead')).ReservationLead,
);
const PaymentActions = onDemand<RecordPartProps>(
  async () => (await import('./screens/payment/payment-actions')).PaymentActions,
);
const PerformanceLead = onDemand<RecordPartProps>(
  async () => (await import('./screens/performances/performance-lead')).PerformanceLead,
);
const PerformanceSale = onDemand<{ record: RecordPartProps['record'] }>(
  async () => (await import('./screens/performances/performance-sale')).PerformanceSale,
);
const RoomPlans = onDemand<RecordPartProps>(
  async () => (await import('./screens/plan-editor/room-plans')).RoomPlans,
);
const ShowPerformances = onDemand<RecordPartProps>(
  async () => (await import('./screens/performances/show-performances')).ShowPerformances,
);
const PaymentRefunds = onDemand<RecordPartProps>(
  async () => (await import('./screens/payment/payment-refunds')).PaymentRefunds,
);
const PlanEditor = lazy(() => import('./screens/plan-editor/plan-editor'));
const PerformanceForm = lazy(() => import('./screens/performances/performance-form'));
const DeskSale = lazy(() => import('./screens/desk/desk-sale'));
const VoucherSale = lazy(() => import('./screens/gift-voucher/sale/voucher-sale'));
const ExchangePlaces = lazy(() => import('./screens/reservation/exchange-places'));
const ReviseReservation = lazy(() => import('./screens/reservation/revise-reservation'));
const BoxOfficeDashboard = lazy(() => import('./screens/dashboard/box-office-dashboard'));
const ShowCalendar = lazy(() => import('./screens/calendar/show-calendar'));
const Statements = lazy(() => import('./screens/statements/statements'));
const PlacementPage = lazy(() => import('./screens/placement/placement-page'));
const WidgetPage = lazy(() => import('./screens/settings/widget-page'));
const OtherAddress = lazy(() => import('./screens/other-address'));
const Reception = lazy(() => import('./screens/reception/reception'));

export default defineModule({
  name: 'ticketing',
  menu: [
    {
      group: 'menu.box-office',
      order: 100,
      items: [
        {
          path: 'configuration/spectacles',
          label: 'menu.shows',
          icon: Theater,
          right: 'ticketing.show.read',
        },
        {
          path: 'configuration/representations',
          label: 'menu.performances',
          icon: CalendarDays,
          right: 'ticketing.performance.read',
        },
        {
          path: 'prestiscene/reservations',
          label: 'menu.reservations',
          icon: Ticket,
          right: 'ticketing.reservation.read',
        },
        {
          path: 'prestiscene/reservations/add',
          label: 'menu.desk',
          icon: Banknote,
          right: 'ticketing.reservation.sell',
        },
        {
          path: 'prestiscene/reservations/list-unpaid',
          label: 'menu.unpaid',
          icon: Banknote,
          right: 'ticketing.reservation.read',
        },
        {
          path: 'prestiscene/list-to-send/list',
          label: 'menu.to-send',
          icon: Package,
          right: 'ticketing.list-to-send.read',
        },
        { path: 'prestiscene/tickets', label: 'menu.tickets', icon: Ticket, right: 'ticketing.ticket.read' },
        {
          path: 'prestiscene/gift-vouchers',
          label: 'menu.gift-vouchers',
          icon: Package,
          right: 'ticketing.gift-voucher.read',
        },
        {
          path: 'prestiscene/reception',
          label: 'menu.reception',
          icon: ScanLine,
          right: 'ticketing.reception.read',
        },
        { path: 'sale/payments', label: 'menu.payments', icon: CreditCard, right: 'payments.payment.read' },
        {
          path: 'prestiscene/statements',
          label: 'menu.statements',
          icon: FileText,
          right: 'ticketing.statement.read',
        },
      ],
    },
    {
      group: 'menu.venue',
      order: 150,
      items: [
        { path: 'configuration/salles', label: 'menu.rooms', icon: LayoutGrid, right: 'ticketing.room.read' },
        {
          path: 'configuration/formules',
          label: 'menu.formulas',
          icon: Utensils,
          right: 'ticketing.formula.read',
        },
        {
          path: 'configuration/options',
          label: 'menu.options',
          icon: Package,
          right: 'ticketing.option.read',
        },
        {
          path: 'configuration/promotion-codes',
          label: 'menu.promotion-codes',
          icon: Tag,
          right: 'ticketing.promotion-code.read',
        },
        {
          path: 'configuration/categories',
          label: 'menu.categories',
          icon: Tag,
          right: 'ticketing.seat-category.read',
        },
        {
          path: 'configuration/settings',
          label: 'menu.settings',
          icon: SlidersHorizontal,
          right: 'ticketing.settings.read',
        },
        {
          path: 'configuration/own-hosts',
          label: 'menu.own-hosts',
          icon: CodeXml,
          right: 'ticketing.own-host.read',
        },
        {
          path: 'configuration/widget',
          label: 'menu.widget',
          icon: CodeXml,
          right: 'ticketing.settings.read',
        },
        {
          path: 'configuration/templates',
          label: 'menu.templates',
          icon: FileText,
          right: 'ticketing.template.read',
        },
      ],
    },
  ],
  dashboard: { right: 'ticketing.figures.read', order: 100, element: <BoxOfficeDashboard /> },
  routes: [
    ...resourceRoutes('ticketing.show', 'configuration/spectacles'),
    { path: 'configuration/spectacles/:show/representations/add', element: <PerformanceForm /> },
    // Before the generic routes, because the first of two equal paths is used. This form handles plans and dates.
    { path: 'configuration/representations/add', element: <PerformanceForm /> },
    { path: 'configuration/representations/:performance/plan', element: <PlacementPage /> },
    { path: 'configuration/representations/:id/duplicate', element: <PerformanceForm /> },
    ...OTHER_ADDRESSES.map((path) => ({ path, element: <OtherAddress /> })),
    ...resourceRoutes('ticketing.performance', 'configuration/representations'),
    ...resourceRoutes('ticketing.room', 'configuration/salles'),
    { path: 'configuration/salles/:room/plans/add', element: <PlanEditor /> },
    { path: 'configuration/salles/:room/plans/:plan', element: <PlanEditor /> },
    ...readOnlyRoutes('ticketing.room-plan', 'configuration/room-plans'),
    ...readOnlyRoutes('ticketing.room-plan-shape', 'configuration/room-plan-shapes'),
    ...readOnlyRoutes('ticketing.performance-plan', 'configuration/performance-plans'),
    ...resourceRoutes('ticketing.formula', 'configuration/formules'),
    ...resourceRoutes('ticketing.option', 'configuration/options'),
    ...resourceRoutes('ticketing.promotion-code', 'configuration/promotion-codes'),
    ...resourceRoutes('ticketing.seat-category', 'configuration/categories'),
    { path: 'configuration/widget', element: <WidgetPage /> },
    ...resourceRoutes('ticketing.own-host', 'configuration/own-hosts'),
    ...resourceRoutes('ticketing.ticketing-settings', 'configuration/settings'),
    ...templateRoutes({
      path: 'configuration/templates',
      api: TEMPLATES,
      rights: 'ticketing.template',
      resource: 'ticketing.reservation',
    }),
    { path: 'prestiscene/reservations/add', element: <DeskSale /> },
    { path: 'prestiscene/reservations/cart/add', element: <DeskSale /> },
    { path: 'prestiscene/reservations/:id/exchange', element: <ExchangePlaces /> },
    { path: 'prestiscene/reservations/:id/revise', element: <ReviseReservation /> },
    ...resourceRoutes('ticketing.reservation', 'prestiscene/reservations'),
    ...readOnlyRoutes('ticketing.unpaid-reservation', 'prestiscene/reservations/list-unpaid'),
    ...readOnlyRoutes('ticketing.unpaid-gift-voucher', 'prestiscene/gift-vouchers/list-unpaid'),
    ...readOnlyRoutes('ticketing.list-to-send-item', 'prestiscene/list-to-send/list'),
    ...readOnlyRoutes('ticketing.ticket', 'prestiscene/tickets'),
    ...readOnlyRoutes('ticketing.reservation-item', 'prestiscene/reservation-items'),
    { path: 'prestiscene/gift-vouchers/cart/add', element: <VoucherSale /> },
    ...resourceRoutes('ticketing.gift-voucher', 'prestiscene/gift-vouchers'),
    ...resourceRoutes('ticketing.waiting-entry', 'prestiscene/waiting-entries'),
    ...resourceRoutes('payments.payment', 'sale/payments'),
    { path: 'prestiscene/statements', element: <Statements /> },
    { path: 'configuration/spetacle-calendar', element: <ShowCalendar /> },
    // What each person shows is chosen on the reception itself: it is no entry of the menu.
    ...readOnlyRoutes('ticketing.reception-configuration', 'prestiscene/reception-configurations'),
    { path: 'prestiscene/reception', element: <Reception /> },
    { path: 'prestiscene/reception/:performance', element: <Reception /> },
  ],
  resources: {
    'ticketing.show': {
      // The card under the sections shows them with their sale states.
      visible: (field) => field !== 'performances',
      list: { second: { name: ['shortDescription'] }, actions: YearlyLimitWarning },
      form: { sections: SHOW_SECTIONS },
      record: { sections: SHOW_SECTIONS, extra: ShowPerformances },
    },
    'ticketing.ticketing-settings': {
      visible: (field, values) =>
        isSettingsField(field) &&
        (field !== 'frontColorForCustom' || values.frontMode === 'CUSTOM') &&
        (field !== 'depositRefundDays' || values.depositsOnCancellation === 'REFUNDED_BEFORE'),
      record: { sections: SETTINGS_SECTIONS, edit: SettingsFormExtra, extra: SettingsExtra },
    },
    // The card under the sections shows the plans with their drawings.
    'ticketing.room': { visible: (field) => field !== 'plans', record: { extra: RoomPlans } },
    'ticketing.formula': {
      visible: (field, values) =>
        (field !== 'giftVoucherPurpose' || values.availableOnGiftVouchers === true) &&
        (field !== 'placesPerDriver' || values.allowFreeDriverSpaces === true),
      list: { second: { name: ['ticketName'] } },
      form: {
        initial: { vatBreakdown: WHOLE_PRICE },
        extra: VatFollowsPrice,
        sections: FORMULA_FORM,
      },
      record: { sections: FORMULA_SECTIONS },
    },
    'ticketing.gift-voucher': {
      recordPath: (id) => `prestiscene/gift-vouchers/${id}/informations`,
      list: { second: { customerName: ['customerEmail'] }, sort: '-createdAt', actions: VoucherSaleLink },
      form: { sections: VOUCHER_FORM },
      record: {
        sections: VOUCHER_SECTIONS,
        actions: VoucherActions,
        // What is due is collected first, whatever else is possible.
        hasMainAction: ({ state }) => state === 'DRAFT',
        extra: VoucherUses,
      },
    },
    'ticketing.own-host': { visible: isHostField, record: { extra: HostRecords } },
    'ticketing.waiting-entry': {
      list: { second: { customerName: ['customerEmail'] } },
      record: { sections: WAITING_SECTIONS },
    },
    'ticketing.option': {
      visible: (field, values) =>
        (!NUMBER_ENTRY.has(field) || values.requiresNumberEntry === true) &&
        (!DETAIL_ENTRY.has(field) || values.requiresDetailEntry === true),
      form: { sections: OPTION_SECTIONS },
      record: { sections: OPTION_SECTIONS },
    },
    'ticketing.promotion-code': {
      list: { second: { code: ['name'] } },
      form: { sections: PROMOTION_SECTIONS },
      record: { sections: PROMOTION_SECTIONS },
    },
    'ticketing.performance': {
      reference: performanceLabel,
      list: {
        // Its name says the show, the date and the time.
        columns: [
          'name',
          'room',
          'mealTimes',
          'placesAvailable',
          'placesRemaining',
          'activeReservation',
          'onlineReservationClosed',
        ],
        actions: CalendarLink,
        cells: { name: PerformanceName },
      },
      record: {
        sections: [
          {
            fields: [
              'show',
              'room',
              'plan',
              'date',
              'dateState',
              'mealTimes',
              'showTimes',
              'startsAt',
              'formulas',
              'isMultiFormule',
              'placesAvailable',
              'placesRemaining',
            ],
          },
          {
            title: 'section.sale',
            fields: [
              'activeReservation',
              'displayCalendar',
              'onlineReservationClosed',
              'onlineReservationDeadline',
              'isComplete',
              'isCancelled',
              'waitingRoom',
              'waitingRoomBuyers',
            ],
          },
        ],
        title: performanceTitle,
        subtitle: (record) => <PerformanceSale record={record} />,
        actions: PerformanceActions,
        figures: PerformanceFigures,
        lead: PerformanceLead,
        extra: PerformanceExtra,
      },
    },
    'ticketing.unpaid-reservation': {
      recordPath: (id) => `prestiscene/reservations/${id}/informations`,
      list: { second: { customerName: ['customerEmail'] }, sort: 'deadline' },
    },
    'ticketing.unpaid-gift-voucher': {
      recordPath: (id) => `prestiscene/gift-vouchers/${id}/informations`,
      list: { second: { customerName: ['customerEmail'] }, sort: 'deadline' },
    },
    'ticketing.list-to-send-item': {
      list: { cells: { isSent: SentSwitch }, sort: '-createdAt' },
      record: { actions: SentAction },
    },
    'ticketing.ticket': {
      list: {
        columns: [
          'code',
          'state',
          'customerName',
          'reservation',
          'performance',
          'seat',
          'priceTTC',
          'createdAt',
        ],
        // A ticket of an option has no seat of its own.
        second: { customerName: ['holderName'], seat: ['optionName'] },
        sort: '-createdAt',
      },
    },
    'ticketing.reservation': {
      // The card under the sections shows places, tickets and options together.
      visible: (field) => !['items', 'tickets', 'payments', 'providerContactFields'].includes(field),
      recordPath: (id) => `prestiscene/reservations/${id}/informations`,
      list: {
        columns: [
          'code',
          'customerName',
          'state',
          'numberOfPlaces',
          'totalTTC',
          'arrivedCount',
          'representation',
          'createdAt',
        ],
        second: { customerName: ['customerEmail'] },
        sort: '-createdAt',
      },
      // Created by the sale at the desk.
      form: { right: 'ticketing.reservation.sell' },
      record: {
        // Its title is its code; who bought it says more to people.
        subtitle: ({ customerName }) => String(customerName ?? ''),
        lead: ReservationLead,
        actions: ReservationActions,
        // What is due is collected first, whatever else is possible.
        hasMainAction: ({ state }) => state === 'PRE_RESERVATION',
        sections: [
          {
            fields: [
              'customerName',
              'customerEmail',
              'tiers',
              'language',
              'representation',
              'numberOfPlaces',
              'totalTTC',
              'channel',
              'deadline',
              'promotionCode',
              'discountAmountTTC',
              'giftVoucher',
              'giftVoucherAmount',
              'arrivedCount',
              'arrivedAt',
              'cgvAccepted',
              'newsletterSubscribed',
            ],
          },
        ],
        extra: ReservationExtra,
        questions: { cancel: CancelQuestion },
      },
    },
    'payments.payment': {
      list: {
        columns: [
          'date',
          'reservation',
          'totals',
          'state',
          'refundState',
          'amountToRefund',
          'refundReason',
          'method',
        ],
        // Staff mostly look here for payments to refund and their amounts.
        tabs: 'refundState',
        sort: '-createdAt',
      },
      record: {
        sections: [
          {
            fields: [
              'reservation',
              'totals',
              'method',
              'reference',
              'provider',
              'date',
              'validationDate',
              'outcome',
              'providerCode',
              'transactionNumber',
              'authorisation',
            ],
          },
          {
            title: 'section.refund',
            fields: [
              'refundState',
              'refundReason',
              'amountToRefund',
              'amountRefunded',
              'refundedAt',
              'refundMethod',
              'refundReference',
              'refundedBy',
            ],
          },
        ],
        title: paymentTitle,
        actions: PaymentActions,
        extra: PaymentRefunds,
      },
    },
  },
  locales: { fr, en },
});
