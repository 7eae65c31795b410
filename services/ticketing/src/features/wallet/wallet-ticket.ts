import type { Language } from '@coulisse/contracts';
import { siteColors } from '@coulisse/contracts/site-colors';
import { resourcesOf } from '@coulisse/resource-server';
import { Problem, type ServiceContext, systemActor, type Tx } from '@coulisse/service-kit';
import { DateTime } from 'luxon';
import { settings } from '../../resources';
import { type GoogleWalletKey, readGoogleWalletKey } from '../../resources/google-wallet-key.rules';
import { readWalletCertificate, type WalletCertificate } from '../../resources/wallet-certificate.rules';
import type { Order } from '../orders/order.read-model';
import type { WalletTicket } from './wallet-passes';

/** Of theatres without a colour of their own. */
const PRODUCT_COLOR = '#47216b';

/**
 * The certificate that signs; a 404 where the theatre has none. An order does not know when it ends: its button says so
 * then, in its own words.
 */
export function validCertificate(text: string | null | undefined, now: Date): WalletCertificate {
  if (!text) throw new Problem('http.404');
  const certificate = readWalletCertificate(text);
  if (!certificate || certificate.validUntil <= now) throw new Problem('order.no-wallet-pass');
  return certificate;
}

/** The settings of the tenant, decrypted; undefined before its first event. */
async function settingsOf(tx: Tx, ctx: ServiceContext) {
  const { rows } = await tx.sql.query<{ id: string }>('SELECT id FROM settings WHERE tenant_id = $1', [
    tx.tenantId,
  ]);
  // The buyer has no right to the settings: what they hold signs, and is not shown.
  const signer = systemActor(tx.tenantId, 'ticketing.wallet-pass');
  return rows[0] && (await resourcesOf(ctx).of(settings).read(tx, signer, rows[0].id));
}

/** The certificate of the tenant. */
export const walletCertificateOf = async (tx: Tx, ctx: ServiceContext): Promise<WalletCertificate> =>
  validCertificate((await settingsOf(tx, ctx))?.walletCertificate, new Date());

/** The account of the tenant at Google Wallet; a 404 without one. */
export async function googleWalletOf(
  tx: Tx,
  ctx: ServiceContext,
): Promise<{ issuer: string; key: GoogleWalletKey }> {
  const record = await settingsOf(tx, ctx);
  const issuer = record?.googleWalletIssuer;
  const key = record?.googleWalletKey ? readGoogleWalletKey(record.googleWalletKey) : null;
  if (!issuer || !key) throw new Problem('http.404');
  return { issuer, key };
}

/** One ticket of an order for a wallet; a 404 while the place has none. */
export function walletTicketOf(order: Order, seatId: string, language: Language): WalletTicket {
  const seat = order.seats.find(({ id }) => id === seatId);
  if (!seat?.ticket) throw new Problem('http.404');
  const { performance, organiser, venue, show } = order;
  const { frontMode, frontColor } = organiser.site;
  const own = frontMode === 'CUSTOM' && frontColor ? siteColors(frontColor)['--primary-strong'] : undefined;
  return {
    id: seat.ticket.id,
    number: seat.ticket.number,
    code: seat.ticket.code,
    // A pass must name who gives it; the name of a theatre comes with its first event.
    theatre: organiser.name || show.name,
    performanceId: performance.id,
    show: show.name,
    startsAt: new Date(performance.startsAt),
    date: DateTime.fromISO(performance.date, { zone: order.zone, locale: language }).toLocaleString(
      DateTime.DATE_FULL,
    ),
    times: [...performance.mealTimes, ...performance.showTimes].join(' · '),
    place: [organiser.name, venue.room, venue.address].filter(Boolean).join(', '),
    seat: seat.seat,
    category: seat.category,
    holder: seat.holderName,
    order: order.code,
    color: own ?? PRODUCT_COLOR,
    language,
  };
}
