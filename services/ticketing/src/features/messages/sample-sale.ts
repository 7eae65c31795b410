import { DEFAULT_TIME_ZONE } from '@coulisse/contracts';
import type { SaleDetails } from '../reservations/sale-details.read-model';
import type { SoldOption } from '../options/reservation-options.store';
import { vatOfItems } from '../reservations/reservation.read-model';

const TEXTS = {
  fr: {
    show: 'Nuit blanche à Paris',
    room: 'Grande salle',
    seat: (number: number) => `Rang B, place ${number}`,
    categories: ['Carré Or', 'Orchestre'],
    formulas: ['Dîner-spectacle Prestige', 'Spectacle seul'],
    option: 'Coupe de champagne',
  },
  en: {
    show: 'A sleepless night in Paris',
    room: 'Main hall',
    seat: (number: number) => `Row B, seat ${number}`,
    categories: ['Golden circle', 'Stalls'],
    formulas: ['Prestige dinner and show', 'Show only'],
    option: 'Glass of champagne',
  },
} as const;

const shares = (priceMinor: number) => [
  { label: '', rateBasisPoints: 1000, amountMinor: Math.round(priceMinor / 2) },
  { label: '', rateBasisPoints: 2000, amountMinor: priceMinor - Math.round(priceMinor / 2) },
];

/** An invented reservation of three places, for previews and tests. */
export function sampleSale(language: 'fr' | 'en', changes: Partial<SaleDetails> = {}): SaleDetails {
  const texts = TEXTS[language];
  const items = [8900, 8900, 6900].map((priceMinor, index) => ({
    id: `00000000-0000-7000-8000-00000000003${index + 1}`,
    seatId: `00000000-0000-7000-8000-00000000000${index + 1}`,
    row: 'B',
    number: String(12 + index),
    seatLabel: texts.seat(12 + index),
    formula: texts.formulas[index < 2 ? 0 : 1],
    category: texts.categories[index < 2 ? 0 : 1],
    price: (priceMinor / 100).toFixed(2),
    priceMinor,
    vat: index < 2 ? shares(priceMinor) : [{ label: '', rateBasisPoints: 550, amountMinor: priceMinor }],
    ticketId: `00000000-0000-7000-8000-00000000001${index + 1}`,
    ticketCode: `T-2026-00004${index + 2}`,
    ticketState: 'VALIDATED',
    ticketSecret: `specimen-${index + 1}`,
    holderName: null,
    isDriver: false,
    isTransferred: false,
  }));
  const options: SoldOption[] = [
    {
      id: '00000000-0000-7000-8000-000000000041',
      formulaId: '00000000-0000-7000-8000-0000000000f1',
      optionId: '00000000-0000-7000-8000-0000000000e1',
      formula: texts.formulas[0],
      name: texts.option,
      quantity: 2,
      price: '20.00',
      priceMinor: 2_000,
      vat: [{ label: texts.option, rateBasisPoints: 2000, amountMinor: 2_000 }],
      ...{ detailLabel: null, detail: null, forPmr: false, forPostalSend: false },
      ...{ inGiftBag: false, isTicket: false, tickets: [] },
    },
  ];
  return {
    id: '00000000-0000-7000-8000-0000000000a1',
    code: 'R-7K3M-9QX4',
    state: 'VALIDATED',
    language,
    tiersId: null,
    email: 'zoe.martin@example.org',
    customer: {
      firstName: 'Zoé',
      lastName: 'Martin',
      telephone: '',
      addressLine1: '12 rue de la République',
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
    },
    newsletterSubscribed: false,
    edition: 1,
    ...{ isWithheld: false, ticketsOn: null },
    zone: DEFAULT_TIME_ZONE,
    totalMinor: 26_700,
    performanceId: '00000000-0000-7000-8000-0000000000c1',
    startsAt: new Date('2026-12-12T19:30:00Z'),
    isPerformanceCanceled: false,
    mealTimes: ['19:30'],
    showTimes: ['20:30'],
    showName: texts.show,
    roomName: texts.room,
    organiserName: 'La Lumière',
    brand: {},
    venueAddress: '4 place des Célestins, 69002 Lyon',
    items,
    options,
    vat: vatOfItems([...items, ...options]),
    orderUrl: 'https://billetterie.example/app/o#specimen',
    ...changes,
  };
}
