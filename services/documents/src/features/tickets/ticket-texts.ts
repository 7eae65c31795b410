import type { Language } from '@coulisse/contracts';

/** Texts of the tickets. */
export interface TicketTexts {
  ticket: (number: number, of: number) => string;
  meal: string;
  show: string;
  seat: string;
  category: string;
  formula: string;
  bearer: string;
  price: string;
  free: string;
  includingVat: string;
  venue: string;
  reservation: string;
  total: string;
  vat: string;
  entrance: string;
  entranceText: string;
  seller: string;
  number: string;
}

export const TICKET_TEXTS: Record<Language, TicketTexts> = {
  fr: {
    ticket: (number, of) => `Billet ${number} sur ${of}`,
    meal: 'repas',
    show: 'spectacle',
    seat: 'Place',
    category: 'Catégorie',
    formula: 'Formule',
    bearer: 'Réservé par',
    price: 'Prix',
    free: 'Gratuit',
    includingVat: 'TTC, TVA incluse',
    venue: 'Lieu',
    reservation: 'Réservation',
    total: 'Total TTC',
    vat: 'dont TVA',
    entrance: 'À l’entrée',
    entranceText:
      'Présentez ce code, imprimé ou sur votre téléphone. Il ouvre une seule entrée : ne le publiez pas et ne le partagez qu’avec la personne qui vient.',
    seller: 'Billet émis par',
    number: 'Billet n°',
  },
  en: {
    ticket: (number, of) => `Ticket ${number} of ${of}`,
    meal: 'meal',
    show: 'show',
    seat: 'Seat',
    category: 'Category',
    formula: 'Formula',
    bearer: 'Booked by',
    price: 'Price',
    free: 'Free',
    includingVat: 'VAT included',
    venue: 'Venue',
    reservation: 'Reservation',
    total: 'Total incl. VAT',
    vat: 'of which VAT',
    entrance: 'At the door',
    entranceText:
      'Show this code, printed or on your phone. It opens one entrance only: do not publish it, and share it with nobody but the person who comes.',
    seller: 'Ticket issued by',
    number: 'Ticket no.',
  },
};
