import type { Language } from '@coulisse/contracts';

/** Words of the mails about a reservation. */
export interface ReservationTexts {
  hello: (name: string) => string;
  when: string;
  where: string;
  seats: string;
  total: string;
  reservation: string;
  automatic: (organiser: string) => string;
  tickets: {
    subject: (show: string, date: string) => string;
    title: string;
    intro: (count: number, show: string) => string;
    advice: string;
    closing: string;
  };
  meal: string;
  show: string;
}

export const RESERVATION_TEXTS: Record<Language, ReservationTexts> = {
  fr: {
    hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    when: 'Quand',
    where: 'Où',
    seats: 'Places',
    total: 'Total TTC',
    reservation: 'Réservation',
    automatic: (organiser) =>
      `Ce message vous est envoyé par la billetterie de ${organiser} à la suite de votre réservation.`,
    tickets: {
      subject: (show, date) => `Vos billets pour ${show}, ${date}`,
      title: 'Vos billets sont là',
      intro: (count, show) =>
        count > 1
          ? `Merci pour votre réservation. Vos ${count} billets pour ${show} sont joints à ce message, un par page.`
          : `Merci pour votre réservation. Votre billet pour ${show} est joint à ce message.`,
      advice:
        'À imprimer ou à garder sur votre téléphone : chaque code est lu à l’entrée et n’ouvre qu’une seule fois.',
      closing: 'Belle soirée,',
    },
    meal: 'repas',
    show: 'spectacle',
  },
  en: {
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    when: 'When',
    where: 'Where',
    seats: 'Seats',
    total: 'Total incl. VAT',
    reservation: 'Reservation',
    automatic: (organiser) =>
      `This message comes from the box office of ${organiser}, about your reservation.`,
    tickets: {
      subject: (show, date) => `Your tickets for ${show}, ${date}`,
      title: 'Your tickets are here',
      intro: (count, show) =>
        count > 1
          ? `Thank you for your reservation. Your ${count} tickets for ${show} are attached to this message, one a page.`
          : `Thank you for your reservation. Your ticket for ${show} is attached to this message.`,
      advice: 'Print or keep on your phone: each code is read at the door and opens only once.',
      closing: 'Enjoy your evening,',
    },
    meal: 'meal',
    show: 'show',
  },
};
