import type { Language } from '@coulisse/contracts';
import type { GoogleWalletKey } from '../../resources/google-wallet-key.rules';
import type { WalletCertificate } from '../../resources/wallet-certificate.rules';

/** A ticket as a phone's wallet shows it. */
export interface WalletTicket {
  /** The same for the same ticket: a phone replaces the pass that it has. */
  id: string;
  number: string;
  /** Content of the QR code. */
  code: string;
  theatre: string;
  performanceId: string;
  show: string;
  startsAt: Date;
  /** As the ticket says it, in the zone of the theatre. */
  date: string;
  times: string;
  place: string;
  seat: string;
  category: string;
  holder: string | null;
  order: string;
  /** Ground of the pass: `#rrggbb`, dark enough for white text. */
  color: string;
  language: Language;
}

export const WALLET_MEDIA_TYPE = 'application/vnd.apple.pkpass';

/** Makes passes for the wallets of phones. */
export abstract class WalletPasses {
  abstract make(ticket: WalletTicket, certificate: WalletCertificate): Promise<Buffer>;
}

/** Makes links that add a ticket to a wallet on the site of its maker. */
export abstract class WalletLinks {
  /** @param origin of the page that shows the link */
  abstract link(
    ticket: WalletTicket,
    account: { issuer: string; key: GoogleWalletKey },
    origin: string,
  ): string;
}
