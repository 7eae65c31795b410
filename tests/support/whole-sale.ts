import { mailsTo } from './mailbox';
import { progressOf, ticketsPdf, type Sale } from './sale';
import { buyersNamed, documentsOf, reservationOf, stepsOf } from './staff';

/** Expects the complete result of a sale, each part of it once. */
export async function expectWholeSale(sale: Sale, token: string): Promise<void> {
  expect(await stepsOf(sale, token)).toEqual([
    'PAID',
    'VALIDATED',
    'TICKETED',
    'RENDERED',
    'MAILED',
    'LINKED',
  ]);
  const progress = await progressOf(sale);
  expect(progress).toMatchObject({
    state: 'VALIDATED',
    outcome: 'VALIDATED',
    documentReady: true,
    mailSent: true,
  });
  const numbers = progress.tickets.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(sale.seats.length);
  numbers.forEach((number) => expect(number).toMatch(/^T-\d{4}-\d{6}$/));
  expect(await ticketsPdf(sale)).toMatch(/^%PDF-/);
  expect(await documentsOf(sale, token)).toHaveLength(1);
  const mails = await mailsTo(sale.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.attachments).toMatchObject([{ contentType: 'application/pdf' }]);
  const buyers = await buyersNamed(sale, token);
  expect(buyers).toHaveLength(1);
  expect((await reservationOf(sale, token)).tiers).toMatchObject({
    id: buyers[0]?.id,
    label: 'Camille Durand',
  });
}
