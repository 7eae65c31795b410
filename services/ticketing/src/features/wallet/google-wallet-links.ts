import { sign } from 'node:crypto';
import type { GoogleWalletKey } from '../../resources/google-wallet-key.rules';
import { WalletLinks, type WalletTicket } from './wallet-passes';

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Google shortens longer texts itself; a link with them may be too long for a browser. */
const LONGEST_TEXT = 80;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const shortened = (text: string): string => [...text].slice(0, LONGEST_TEXT).join('');

/** A text in the language of the buyer, as Google writes it. */
const localized = (language: string, text: string) => ({
  defaultValue: { language, value: shortened(text) },
});

/**
 * Links that add a ticket to Google Wallet. The ticket stands in the link itself, signed with the key of the theatre's
 * service account, so that nothing is sent to Google before the buyer opens it.
 */
export class GoogleWalletLinks extends WalletLinks {
  override link(
    ticket: WalletTicket,
    { issuer, key }: { issuer: string; key: GoogleWalletKey },
    origin: string,
  ): string {
    const { language } = ticket;
    // A performance at another time is another class: what a link says of a class counts only when it is new.
    const classId = `${issuer}.${ticket.performanceId}-${ticket.startsAt.getTime().toString(36)}`;
    const claims = {
      iss: key.email,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(Date.now() / 1000),
      origins: [origin],
      payload: {
        eventTicketClasses: [
          {
            id: classId,
            issuerName: shortened(ticket.theatre),
            reviewStatus: 'UNDER_REVIEW',
            eventName: localized(language, ticket.show),
            venue: {
              name: localized(language, ticket.theatre),
              address: localized(language, ticket.place || ticket.theatre),
            },
            dateTime: { start: ticket.startsAt.toISOString() },
          },
        ],
        eventTicketObjects: [
          {
            id: `${issuer}.${ticket.id}`,
            classId,
            state: 'ACTIVE',
            hexBackgroundColor: ticket.color,
            ticketNumber: ticket.number,
            ...(ticket.holder && { ticketHolderName: shortened(ticket.holder) }),
            ticketType: localized(language, ticket.category),
            seatInfo: { seat: localized(language, ticket.seat) },
            barcode: { type: 'QR_CODE', value: ticket.code, alternateText: ticket.number },
          },
        ],
      },
    };
    const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid: key.keyId })}.${encoded(claims)}`;
    return `${SAVE}${signed}.${sign('RSA-SHA256', Buffer.from(signed), key.key).toString('base64url')}`;
  }
}
