import type { ticketingV1 } from '@coulisse/contracts';

const ticket = (number: number): ticketingV1.Ticket => ({
  ticketId: `0199a0a0-0000-7000-8000-0000000000c${number}`,
  code: `T-2026-00004${number}`,
  secret: `secret-${number}`,
  seatLabel: `Rang B, place ${11 + number}`,
  categoryName: 'Carré Or',
  formulaName: 'Dîner-spectacle',
  priceMinor: 8900,
});

/** A reservation as ticketing answers it, for tests. */
export function sampleReservation(
  changes: Partial<ticketingV1.GetReservationResponse> = {},
): ticketingV1.GetReservationResponse {
  return {
    reservationId: '0199a0a0-0000-7000-8000-0000000000a1',
    code: 'R-2026-000123',
    state: 'VALIDATED',
    organiserName: 'La Lumière',
    customer: {
      email: 'zoe.martin@example.org',
      firstName: 'Zoé',
      lastName: 'Martin',
      telephone: '',
      addressLine1: '12 rue de la République',
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
      language: 'fr',
      newsletterSubscribed: false,
    },
    showName: 'Nuit blanche à Paris',
    roomName: 'Grande salle',
    startsAt: new Date('2026-12-12T19:30:00Z'),
    timeZone: 'Europe/Paris',
    mealTimes: ['19:30'],
    showTimes: ['20:30'],
    totalMinor: 17800,
    currency: 'EUR',
    tickets: [ticket(1), ticket(2)],
    vatLines: [{ rateBasisPoints: 550, baseMinor: 16872, taxMinor: 928 }],
    performanceId: '0199a0a0-0000-7000-8000-0000000000b1',
    venueAddress: '4 place des Célestins, 69002 Lyon',
    seatLabels: ['Rang B, place 12', 'Rang B, place 13'],
    ...changes,
  };
}
