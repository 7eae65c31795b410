import { isEmbeddingOrigin } from '@coulisse/contracts/embedding';
import { SITE_FONTS } from '@coulisse/contracts/site-fonts';
import { PIXEL_STEPS, isPixelAddress } from '@coulisse/contracts/tracking-pixels';
import {
  blocked,
  bool,
  children,
  color,
  computed,
  date,
  defineResource,
  email,
  enumeration,
  image,
  int,
  json,
  list,
  longText,
  text,
  url,
} from '@coulisse/resource';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { isWalletIssuer, readGoogleWalletKey } from './google-wallet-key.rules';
import {
  BANK_KIT_MODE,
  BANKS,
  PROVIDER_CREDENTIALS,
  PROVIDER_URLS,
  type ProviderCredentials,
  type ProviderUrls,
} from './settings-bank';
import en from './settings.en.json';
import fr from './settings.fr.json';
import { readWalletCertificate } from './wallet-certificate.rules';

/** Tickets that were numbered in the calendar year: the last number of its series. */
const TICKETS_THIS_YEAR = `coalesce((SELECT n.last FROM kit.number_series n WHERE n.tenant_id = t.tenant_id
  AND n.series = 'ticket' AND n.year = extract(year FROM ${LOCAL_TODAY})), 0)::int`;

/** All of them stand in a header of each embedded page. */
const MAX_ORIGINS = 20;
/** A visitor reads who gets them before consenting. */
const MAX_PIXELS = 20;

/** Settings of a tenant's box office: one record, created with the tenant. Empty limits mean the platform's values. */
export const settings = defineResource('ticketing.ticketing-settings', {
  path: 'configuration/settings',
  texts: { fr, en },
  rights: 'ticketing.settings',
  table: 'settings',
  fields: {
    /** Name of the tenant. */
    name: text({ max: 160 }).readonly(),
    /** Empty: each visitor's own choice. */
    frontMode: enumeration(['LIGHT', 'DARK', 'CUSTOM']).help(),
    frontColorForCustom: color().help(),
    /** Of names and titles; empty: the product's. */
    frontFont: enumeration(SITE_FONTS).help(),
    logos: image({ public: true }).help(),
    headers: image({ public: true }).help(),
    footers: image({ public: true }).help(),
    wallpaper: image({ public: true }).help(),
    /** Origins of the sites that may show the box office inside their pages. */
    embeddingOrigins: list(text({ max: 200 })).help(),
    /** Gets the messages of the contact page; without it there is none. */
    contactEmail: email().help(),
    /** The pages of the catalogue show a message instead; orders stay open. */
    isUnderMaintenance: bool().help(),
    maintenanceMessage: longText({ max: 1_000 }).help(),
    termsUrl: url().help(),
    privacyUrl: url().help(),
    socialUrls: children({
      network: enumeration(['FACEBOOK', 'INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'LINKEDIN', 'X']).required(),
      url: url().required(),
    }),
    directionsText: longText({ max: 1_000 }).help(),
    wheelchairAccessText: longText({ max: 1_000 }).help(),
    /** False: only who has something posted types an address. */
    asksPostalAddress: bool().help(),
    thankYouTexts: children({
      purchase: enumeration(['RESERVATION', 'GIFT_VOUCHER']).required(),
      text: longText({ max: 1_000 }).required(),
    }).help(),
    /** Pictures of other sites that count visitors; none is loaded without the visitor's consent. */
    trackingPixels: children({
      step: enumeration(PIXEL_STEPS).required(),
      url: url().required(),
    }).help(),
    reservationCannotBeSoldMessage: longText({ max: 1_000 }).help(),
    giftVoucherCannotBeSoldMessage: longText({ max: 1_000 }).help(),
    validityDays: int({ min: 1, max: 3_650 }).default(365).help(),
    endOfSeasonDateForGiftVouchers: date().help(),
    daysBeforeGiftVoucherExpiry: int({ min: 1, max: 365 }).help(),
    /** Empty: no reminder. */
    daysBeforeToRemindReservation: int({ min: 1, max: 60 }).help(),
    /** Texts at the end of quotes and bills that are made for reservations. */
    quotePaymentTerms: longText({ max: 2_000 }).help(),
    billPaymentTerms: longText({ max: 2_000 }).help(),
    /** Empty: no reminder before an instalment. */
    daysBeforeToRemindInstalment: int({ min: 1, max: 60 }).help(),
    /** What a cancellation does with deposits of a pre-reservation. */
    depositsOnCancellation: enumeration(['REFUNDED', 'REFUNDED_BEFORE', 'KEPT']).default('REFUNDED').help(),
    depositRefundDays: int({ min: 0, max: 365 }).help(),
    /** The bank of the theatre, which payments owns: read here, changed there. */
    bankKitMode: computed(enumeration(BANKS), BANK_KIT_MODE),
    providerCredentials: computed(json<ProviderCredentials>(), PROVIDER_CREDENTIALS),
    providerUrls: computed(json<ProviderUrls>(), PROVIDER_URLS),
    sacemNumber: text({ max: 40 }).help(),
    cnvNumber: text({ max: 40 }).help(),
    /** Empty: the seats of each performance that may be sold. */
    gaugeUsed: int({ min: 1, max: 1_000_000 }).help(),
    /** Empty: buyers do not cancel online. */
    onlineCancellationHours: int({ min: 0, max: 8_760 }).help(),
    /** Empty: buyers do not exchange online. */
    onlineExchangeHours: int({ min: 0, max: 8_760 }).help(),
    onlineExchangeSurplus: enumeration(['REFUND', 'KEEP']).default('REFUND').help(),
    /** How long the seats of an order are held for who wants to pay it by a mailed link; empty: nobody may. */
    onlinePaymentLinkHours: int({ min: 1, max: 336 }).help(),
    /** Whether buyers write a name on a ticket and pass it on. */
    ticketTransfers: bool().help(),
    /** Signs passes for the wallets of phones; empty: there are none. Certificates and key as PEM. */
    walletCertificate: longText({ max: 20_000 }).secret().encrypted().help(),
    /** Account at Google Wallet, and the file with the key of its service account; empty: there are no links. */
    googleWalletIssuer: text({ max: 25 }).help(),
    googleWalletKey: longText({ max: 10_000 }).secret().encrypted().help(),
    yearlyTicketLimit: int({ min: 1, max: 100_000_000 }).help(),
    ticketsThisYear: computed(int(), TICKETS_THIS_YEAR),
    seatsPerCart: int({ min: 1, max: 100 }).help(),
    seatsPerNetwork: int({ min: 1, max: 2000 }).help(),
    sharePerNetwork: int({ min: 1, max: 100 }).help(),
    cartsPerNetwork: int({ min: 1, max: 500 }).help(),
    restMinutes: int({ min: 0, max: 240 }).help(),
    waitingListOfferHours: int({ min: 1, max: 168 }).help(),
    waitingListNearHours: int({ min: 1, max: 24 }).help(),
  },
  rules: [
    (record) =>
      record.seatsPerNetwork !== null &&
      record.seatsPerCart !== null &&
      record.seatsPerNetwork < record.seatsPerCart &&
      blocked('validation.value-min', { min: record.seatsPerCart }, '/seatsPerNetwork'),
    ({ frontMode, frontColorForCustom }) =>
      frontMode === 'CUSTOM' &&
      frontColorForCustom === null &&
      blocked('validation.not-blank', {}, '/frontColorForCustom'),
    ({ depositsOnCancellation, depositRefundDays }) =>
      depositsOnCancellation === 'REFUNDED_BEFORE' &&
      depositRefundDays === null &&
      blocked('validation.not-blank', {}, '/depositRefundDays'),
    ({ embeddingOrigins }) => {
      const refused = embeddingOrigins.find((origin) => !isEmbeddingOrigin(origin));
      return (
        refused !== undefined &&
        blocked('settings.embedding-origin', { origin: refused }, '/embeddingOrigins')
      );
    },
    ({ embeddingOrigins }) =>
      embeddingOrigins.length > MAX_ORIGINS &&
      blocked('validation.choice-count', { min: 0, max: MAX_ORIGINS }, '/embeddingOrigins'),
    ({ walletCertificate }) =>
      walletCertificate !== null &&
      readWalletCertificate(walletCertificate) === null &&
      blocked('settings.wallet-certificate', {}, '/walletCertificate'),
    ({ googleWalletIssuer }) =>
      googleWalletIssuer !== null &&
      !isWalletIssuer(googleWalletIssuer) &&
      blocked('settings.google-wallet-issuer', {}, '/googleWalletIssuer'),
    ({ googleWalletKey }) =>
      googleWalletKey !== null &&
      readGoogleWalletKey(googleWalletKey) === null &&
      blocked('settings.google-wallet-key', {}, '/googleWalletKey'),
    ({ googleWalletIssuer, googleWalletKey }) =>
      googleWalletKey !== null &&
      googleWalletIssuer === null &&
      blocked('validation.not-blank', {}, '/googleWalletIssuer'),
    ({ trackingPixels }) => {
      const refused = trackingPixels.findIndex((pixel) => !isPixelAddress(pixel.url));
      return refused >= 0 && blocked('settings.tracking-pixel', {}, `/trackingPixels/${refused}/url`);
    },
    ({ trackingPixels }) =>
      trackingPixels.length > MAX_PIXELS &&
      blocked('validation.choice-count', { min: 0, max: MAX_PIXELS }, '/trackingPixels'),
  ],
  operations: ['read', 'update'],
  list: ['name', 'frontMode', 'yearlyTicketLimit', 'ticketsThisYear', 'seatsPerCart', 'seatsPerNetwork'],
  sums: [],
});
