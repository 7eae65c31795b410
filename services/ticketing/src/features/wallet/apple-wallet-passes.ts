import type { WalletCertificate } from '../../resources/wallet-certificate.rules';
import { squareIcon } from './icon';
import { WalletPasses, type WalletTicket } from './wallet-passes';

const LABELS = {
  fr: {
    show: 'Spectacle',
    date: 'Date',
    times: 'Horaires',
    seat: 'Place',
    category: 'Catégorie',
    place: 'Lieu',
    holder: 'Nom',
    number: 'Billet',
    order: 'Commande',
    description: (show: string) => `Billet pour ${show}`,
  },
  en: {
    show: 'Show',
    date: 'Date',
    times: 'Times',
    seat: 'Seat',
    category: 'Category',
    place: 'Venue',
    holder: 'Name',
    number: 'Ticket',
    order: 'Order',
    description: (show: string) => `Ticket for ${show}`,
  },
} as const;

/** `rgb(…)`, as passes write colours. */
const rgb = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

/**
 * Passes of Apple Wallet: an archive with a list of digests, which the key of the theatre signs. Wallets of other phones
 * read it too.
 */
export class AppleWalletPasses extends WalletPasses {
  override async make(ticket: WalletTicket, certificate: WalletCertificate): Promise<Buffer> {
    // Loaded with the first pass: few buyers ask for one, and it takes megabytes.
    const { PKPass } = await import('passkit-generator');
    const labels = LABELS[ticket.language];
    const pass = new PKPass(
      {
        'icon.png': squareIcon(29, ticket.color),
        'icon@2x.png': squareIcon(58, ticket.color),
        'icon@3x.png': squareIcon(87, ticket.color),
      },
      {
        wwdr: certificate.authority,
        signerCert: certificate.certificate,
        signerKey: certificate.key,
      },
      {
        passTypeIdentifier: certificate.passType,
        teamIdentifier: certificate.team,
        serialNumber: ticket.id,
        organizationName: ticket.theatre,
        logoText: ticket.theatre,
        description: labels.description(ticket.show),
        backgroundColor: rgb(ticket.color),
        foregroundColor: 'rgb(255, 255, 255)',
        labelColor: 'rgb(255, 255, 255)',
      },
    );
    pass.type = 'eventTicket';
    pass.setRelevantDate(ticket.startsAt);
    pass.setBarcodes({
      format: 'PKBarcodeFormatQR',
      message: ticket.code,
      messageEncoding: 'iso-8859-1',
      altText: ticket.number,
    });
    const field = (key: Exclude<keyof typeof labels, 'description'>, value: string | null) =>
      // Wallets refuse a field without a text.
      value ? [{ key, label: labels[key], value }] : [];
    pass.primaryFields.push(...field('show', ticket.show));
    pass.secondaryFields.push(...field('date', ticket.date), ...field('times', ticket.times));
    pass.auxiliaryFields.push(...field('seat', ticket.seat), ...field('category', ticket.category));
    pass.backFields.push(
      ...field('place', ticket.place),
      ...field('holder', ticket.holder),
      ...field('number', ticket.number),
      ...field('order', ticket.order),
    );
    return pass.getAsBuffer();
  }
}
