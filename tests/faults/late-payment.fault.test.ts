import { mailsTo } from '../support/mailbox';
import { hold, payAtBank, planOf, progressOf, saleUpToBank, type Sale, type Wish } from '../support/sale';
import { inDatabaseOf } from '../support/service-database';
import { ADMINISTRATOR, documentsOf, paymentOf, reservationOf } from '../support/staff';
import { eventually, tokenOf } from '../support/stack';

const statesOf = async ({ performance, seats }: Sale) => {
  const ids = new Set(seats.map(({ id }) => id));
  return (await planOf(performance)).filter(({ id }) => ids.has(id)).map(({ state }) => state);
};

/** A sale whose buyer stays on the bank's page until the seats are released. */
async function saleThatRanOut(wish: Wish): Promise<Sale> {
  const sale = await saleUpToBank(wish);
  const past = `now() - interval '1 minute'`;
  await inDatabaseOf('ticketing', `UPDATE cart SET expires_at = ${past} WHERE id = $1`, [sale.cartId]);
  await inDatabaseOf('ticketing', `UPDATE seat_claim SET expires_at = ${past} WHERE cart_id = $1`, [
    sale.cartId,
  ]);
  await eventually(async () => expect(new Set(await statesOf(sale))).toEqual(new Set(['FREE'])));
  return sale;
}

test('a late payment gets its seats when they are still free', async () => {
  const sale = await saleThatRanOut({ seats: 2 });
  expect((await payAtBank(sale)).notified).toBe(200);
  await eventually(
    async () => expect(await progressOf(sale)).toMatchObject({ outcome: 'VALIDATED', mailSent: true }),
    60_000,
  );
  expect((await progressOf(sale)).tickets).toHaveLength(2);
  expect(await statesOf(sale)).toEqual(['SOLD', 'SOLD']);
  const payment = await paymentOf(sale, await tokenOf(ADMINISTRATOR));
  expect(payment).toMatchObject({ state: 'VALIDATED', refundState: 'NONE' });
}, 90_000);

describe('a late payment for a seat that somebody else has', () => {
  test.each([
    {
      language: 'fr',
      subject: (code: string) => `Votre réservation ${code} va être remboursée`,
      text: /nous est parvenu trop tard pour garder vos places/,
    },
    {
      language: 'en',
      subject: (code: string) => `Your reservation ${code} will be refunded`,
      text: /reached us too late to keep your seats/,
    },
  ] as const)(
    'is refunded, and the buyer notified ($language)',
    async ({ language, subject, text }) => {
      const sale = await saleThatRanOut({ seats: 2, language });
      // One of two seats is enough: a reservation is never split.
      const [first] = sale.seats;
      const rival = await hold(sale.performance, first ? [first] : []);
      expect((await payAtBank(sale)).notified).toBe(200);

      const token = await tokenOf(ADMINISTRATOR);
      await eventually(async () => {
        expect(await progressOf(sale)).toMatchObject({ state: 'CANCELED', outcome: 'REFUND', tickets: [] });
        expect(await paymentOf(sale, token)).toMatchObject({
          refundState: 'TO_REFUND',
          refundReason: 'UNFULFILLABLE',
        });
      });
      await eventually(async () => expect(await mailsTo(sale.email)).toHaveLength(1), 60_000);
      const [mail] = await mailsTo(sale.email);
      expect(mail?.subject).toBe(subject(sale.reservation.code));
      expect(mail?.text).toMatch(text);
      expect(mail?.attachments ?? []).toEqual([]);

      expect(await documentsOf(sale, token)).toEqual([]);
      const { items, process } = await reservationOf(sale, token);
      expect(items.map(({ ticketCode }) => ticketCode)).toEqual([null, null]);
      expect(process.map(({ step }) => step)).toEqual(['PAID']);
      // The other buyer keeps the seat; the second seat is free.
      const mine = (await planOf(sale.performance, rival.cart.token)).filter(({ state }) => state === 'MINE');
      expect(mine.map(({ id }) => id)).toEqual([first?.id]);
      expect((await statesOf(sale)).sort()).toEqual(['FREE', 'HELD']);
    },
    90_000,
  );
});
