import { randomUUID } from 'node:crypto';
import { decideAtBank, type BankForm } from './bank';
import { callOk } from './public-api';

const SITE = '/app-api/configuration';
const SALES = '/app-api/prestiscene/reservations';

export interface Seat {
  id: string;
  row: string;
  number: string;
  categoryId: string;
  isPmr: boolean;
  state: 'FREE' | 'HELD' | 'SOLD' | 'BLOCKED' | 'MINE';
}

export interface OnSale {
  id: string;
  date: string;
  onSale: boolean;
  placesRemaining: number;
}

export interface Hold {
  cart: { id: string; token?: string; expiresAt: string };
  seats: { id: string; priceMinor: number }[];
  totalMinor: number;
}

/** A sale as far as the bank's page: seats held, buyer known, form ready to be posted. */
export interface Sale {
  performance: string;
  seats: Seat[];
  cartId: string;
  cart: string;
  email: string;
  reservation: { id: string; code: string };
  totalMinor: number;
  paymentId: string;
  form: BankForm;
}

/** The fields of a reservation that its buyer may read. */
export interface Progress {
  state: string;
  outcome: 'PENDING' | 'VALIDATED' | 'REFUSED' | 'CANCELLED' | 'REFUND' | 'VOIDED';
  tickets: { number: string; seat: string }[];
  documentReady: boolean;
  mailSent: boolean;
}

/** The dates of a theatre that the public sees. */
export async function performancesOf(slug: string): Promise<OnSale[]> {
  const theatre = await callOk<{ id: string }>(`${SITE}/saas-customers/${slug}`);
  const { items } = await callOk<{ items: OnSale[] }>(
    `${SITE}/representations/by-saas-customer/${theatre.id}`,
  );
  return items;
}

/** The performance of a theatre with most places left, so that runs do not use up one of them. */
export async function performanceOnSale(slug = 'lumiere'): Promise<string> {
  const items = await performancesOf(slug);
  const today = new Date().toISOString().slice(0, 10);
  const [roomiest] = items
    .filter(({ onSale, date }) => onSale && date > today)
    .sort((a, b) => b.placesRemaining - a.placesRemaining);
  if (!roomiest) throw new Error('nothing is on sale');
  return roomiest.id;
}

export const planOf = async (performance: string, cart?: string): Promise<Seat[]> =>
  (await callOk<{ seats: Seat[] }>(`${SITE}/representations/${performance}/plan`, { cart })).seats;

/** Free neighbours of one row and category. */
export async function freeSeats(performance: string, count: number): Promise<Seat[]> {
  const free = (await planOf(performance)).filter(({ state, isPmr }) => state === 'FREE' && !isPmr);
  const together = (group: Seat[]) =>
    group.length === count && new Set(group.map(({ row, categoryId }) => row + categoryId)).size === 1;
  const start = free.findIndex((_, index) => together(free.slice(index, index + count)));
  if (start < 0) throw new Error(`no ${count} neighbours are free`);
  return free.slice(start, start + count);
}

export const holdsPath = (performance: string) => `${SITE}/representations/${performance}/holds`;

export const hold = (performance: string, seats: readonly Seat[], cart?: string): Promise<Hold> =>
  callOk<Hold>(holdsPath(performance), { body: { seats: seats.map(({ id }) => id) }, cart });

export const customer = (email: string) => ({
  email,
  firstName: 'Camille',
  lastName: 'Durand',
  addressLine1: '4 rue du Port',
  zipCode: '69002',
  city: 'Lyon',
  country: 'FR',
});

export interface Wish {
  seats?: number;
  language?: 'fr' | 'en';
  performance?: string;
  names?: { firstName: string; lastName: string };
  /** Pays a part of it. */
  giftVoucher?: { code: string; key: string };
}

/** Everything a buyer does before the bank. Each buyer has an address, and so a mailbox, of their own. */
export async function saleUpToBank({
  seats: count = 2,
  language = 'fr',
  performance,
  names,
  giftVoucher,
}: Wish = {}): Promise<Sale> {
  const where = performance ?? (await performanceOnSale());
  const seats = await freeSeats(where, count);
  const held = await hold(where, seats);
  const cart = held.cart.token ?? '';
  const email = `buyer-${randomUUID()}@partner.example`;
  const saved = await callOk<{ reservation: { id: string; code: string }; totalMinor: number }>(
    `${SALES}/cart/save`,
    {
      body: {
        customer: { ...customer(email), ...names },
        ...{ language, cgvAccepted: true },
        ...(giftVoucher && { giftVoucher }),
      },
      cart,
      headers: { 'idempotency-key': randomUUID() },
    },
  );
  const { paymentId, form } = await callOk<{ paymentId: string; form: BankForm }>(`${SALES}/cart/pay`, {
    body: {},
    cart,
  });
  const { reservation, totalMinor } = saved;
  return {
    performance: where,
    seats,
    cartId: held.cart.id,
    cart,
    email,
    reservation,
    totalMinor,
    paymentId,
    form,
  };
}

export const payAtBank = (sale: Sale) => decideAtBank(sale.form, 'pay');

export const progressOf = ({ reservation, cart }: Sale): Promise<Progress> =>
  callOk<Progress>(`${SALES}/${reservation.id}`, { cart });

export const ticketsPdf = ({ reservation, cart }: Sale): Promise<string> =>
  callOk<string>(`${SALES}/${reservation.id}/tickets.pdf`, { cart });
