import type { Order } from './order.read-model';
import { calendarOf } from './order-calendar';

const order: Order = {
  code: 'R-7K3M-9QX4',
  situation: 'VALID',
  deadline: null,
  show: { id: 's', name: 'Nuit blanche, à Paris', color: null },
  performance: {
    id: 'p',
    date: '2026-12-12',
    startsAt: '2026-12-12T19:30:00.000Z',
    mealTimes: ['19:30'],
    showTimes: ['20:30'],
  },
  zone: 'Europe/Paris',
  venue: { room: 'Grande salle', address: '3 quai des Lanternes' },
  organiser: { id: 't', name: 'La Lumière', slug: 'lumiere', city: 'Meaux', site: {} },
  buyer: { name: 'Ondine Vasselin', email: 'ondine@example.test' },
  options: [],
  instalments: [],
  seats: [
    {
      seat: 'Rang B, place 12',
      id: '00000000-0000-7000-8000-0000000000a1',
      holderName: null,
      transfer: null,
      isCanceled: false,
    },
    {
      seat: 'Rang B, place 13',
      id: '00000000-0000-7000-8000-0000000000a2',
      holderName: null,
      transfer: null,
      isCanceled: true,
    },
  ].map((seat) => ({
    ...seat,
    ...{ category: 'Or', categoryColor: null, formula: 'Dîner', priceMinor: 8900, ticket: null },
  })),
  totalMinor: 8900,
  payment: null,
  toPay: null,
  ...{ isWithheld: false, ticketsOn: null },
  edition: 1,
  exchange: null,
  mayTransfer: false,
  hasWalletPasses: false,
  hasWalletLinks: false,
  refund: null,
  documentReady: true,
  mailSent: true,
  backOnVoucherMinor: 0,
  cancellation: null,
};
/** Long lines are folded. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('the evening begins with its first time, in the zone of the theatre', () => {
  const file = lines(calendarOf(order, 'fr'));
  expect(file).toEqual(expect.arrayContaining(['DTSTART:20261212T183000Z', 'STATUS:CONFIRMED']));
  expect(file.find((line) => line.startsWith('UID:'))).toContain('R-7K3M-9QX4');
  expect(file.find((line) => line.startsWith('SUMMARY:'))).toBe(String.raw`SUMMARY:Nuit blanche\, à Paris`);
  const description = file.find((line) => line.startsWith('DESCRIPTION:'));
  expect(description).toContain(
    String.raw`Repas 19:30\nSpectacle 20:30\nRang B\, place 12\nCommande R-7K3M-9QX4`,
  );
  expect(description).not.toContain('place 13');
});

test('a canceled evening is canceled in the calendar too, in the language of the buyer', () => {
  const file = calendarOf({ ...order, situation: 'CANCELED' }, 'en');
  expect(lines(file)).toContain('STATUS:CANCELLED');
  expect(file).toContain('Meal 19:30');
});
