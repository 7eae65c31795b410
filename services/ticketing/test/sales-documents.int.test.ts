import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Draft {
  code?: string;
  title: string;
  tiers: string;
  reservation: string;
  priceEntry: string;
  footer: string | null;
  items: { label: string; quantity: string; unitPrice: string; vatRate: string }[];
}

/** Ticketing says what a quote or a bill for a reservation contains; sales makes it. */
describe('quotes and bills of reservations', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, quote_payment_terms, bill_payment_terms)
       VALUES (gen_random_uuid(), $1, 'Acompte de 30 %.', 'Virement sous 30 jours.')`,
      [theatre.tenantId],
    );
  });
  afterAll(() => office.close());

  const reserved = async (tiers: string | null) => {
    const seats = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const { token, reservation } = await office.buyer(
      theatre.performanceId,
      seats.slice(0, 2).map(({ id }) => id),
    );
    if (tiers)
      await office.database.asSuperuser('UPDATE reservation SET tiers_id = $2 WHERE id = $1', [
        reservation.id,
        tiers,
      ]);
    return { token, ...reservation };
  };
  const draft = (id: string, kind: string, tenantId = theatre.tenantId, rights = ['*']) =>
    office.staff<Draft>(
      tenantId,
      'GET',
      `/b/api/prestiscene/reservations/${id}/document-draft/${kind}`,
      undefined,
      { rights },
    );

  test('have the places and the terms of payment of their kind', async () => {
    const tiers = randomUUID();
    const { id, code } = await reserved(tiers);
    const quote = (await draft(id, 'quote')).body;
    expect(quote).toEqual({
      title: `${code} · 14/05/2031 · Le Grand Soir`,
      ...{ tiers, reservation: id, priceEntry: 'TTC', footer: 'Acompte de 30 %.' },
      items: [{ label: 'Dîner spectacle', quantity: '2', unitPrice: '89.00', vatRate: '5.5' }],
    });
    expect((await draft(id, 'bill')).body).toEqual({ ...quote, footer: 'Virement sous 30 jours.' });
  });

  test('a bill of what was paid at the box office says so, a quote does not', async () => {
    const seats = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const { reservation, token } = await office.paidBuyer(
      theatre,
      seats.slice(0, 2).map(({ id }) => id),
    );
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    await office.database.asSuperuser('UPDATE reservation SET tiers_id = $2 WHERE id = $1', [
      reservation.id,
      randomUUID(),
    ]);
    expect((await draft(reservation.id, 'bill')).body.footer).toMatch(
      /^Déjà réglé : 178,00\s€ par carte le \d\d\/\d\d\/\d{4}\. Facture acquittée\.\nVirement sous 30 jours\.$/,
    );
    expect((await draft(reservation.id, 'quote')).body.footer).toBe('Acompte de 30 %.');
  });

  test('a quote has the date that was chosen for it, a bill has not', async () => {
    const { id } = await reserved(randomUUID());
    const path = `/b/api/prestiscene/reservations/${id}`;
    const { version } = (await office.staff<{ version: number }>(theatre.tenantId, 'GET', path)).body;
    const quoteDate = '2031-02-03';
    await office.staff(theatre.tenantId, 'POST', `${path}/edit-quote-date`, { version, quoteDate });
    expect((await draft(id, 'quote')).body).toMatchObject({ issuedOn: quoteDate });
    expect((await draft(id, 'bill')).body).not.toHaveProperty('issuedOn');
  });

  test('need a customer, and a reservation of the theatre that is not cancelled', async () => {
    expect((await draft((await reserved(null)).id, 'bill')).body.code).toBe('reservation.no-tiers');
    const { id } = await reserved(randomUUID());
    expect((await draft(id, 'avoir')).status).toBe(404);
    expect((await draft(id, 'quote', theatre.tenantId, ['ticketing.show.read'])).status).toBe(403);
    const other = await office.theatre();
    expect((await draft(id, 'quote', other.tenantId)).status).toBe(404);
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/cancel`,
      {},
    );
    expect((await draft(id, 'quote')).body.code).toBe('reservation.no-document');
  });
});
