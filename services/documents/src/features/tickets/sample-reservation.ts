import type { ticketingV1 } from '@coulisse/contracts';

/** A GetReservation response of ticketing, for tests. */
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
    totalMinor: 24700,
    currency: 'EUR',
    tickets: [
      {
        ticketId: '1',
        code: 'T-2026-000042',
        secret: 'c2VjcmV0LW9mLWZpcnN0LXRpY2tldA',
        seatLabel: 'Rang B, place 12',
        categoryName: 'Carré Or',
        formulaName: 'Dîner-spectacle Prestige',
        priceMinor: 8900,
      },
      {
        ticketId: '2',
        code: 'T-2026-000043',
        secret: 'c2VjcmV0LW9mLXNlY29uZC10aWNrZXQ',
        seatLabel: 'Rang B, place 13',
        categoryName: 'Carré Or',
        formulaName: 'Dîner-spectacle Prestige',
        priceMinor: 8900,
      },
      {
        ticketId: '3',
        code: 'T-2026-000044',
        secret: 'c2VjcmV0LW9mLXRoaXJkLXRpY2tldA',
        seatLabel: 'Rang B, place 14',
        categoryName: 'Orchestre',
        formulaName: 'Spectacle seul',
        priceMinor: 6900,
      },
    ],
    vatLines: [
      { rateBasisPoints: 550, baseMinor: 12000, taxMinor: 660 },
      { rateBasisPoints: 2000, baseMinor: 10033, taxMinor: 2007 },
    ],
    performanceId: '0199a0a0-0000-7000-8000-0000000000b1',
    venueAddress: '4 place des Célestins, 69002 Lyon',
    seatLabels: ['Rang B, place 12'],
    ...changes,
  };
}
