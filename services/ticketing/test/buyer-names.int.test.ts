import vectors from '@coulisse/identifiers/buyer-name.vectors.json';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

jest.setTimeout(60_000);

const LETTERS = ['é', 'م', '🦄'].map((letter) => letter.repeat(255));

/** Names reach the reservation, the ticket and the mails as they were typed. */
describe('names of buyers', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 4, seatsPerRow: 20 });
  }, 60_000);
  afterAll(() => office.close());

  const free = async () =>
    (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE').slice(0, 1);
  const held = async () => {
    const seats = (await free()).map(({ id }) => id);
    const { status, body } = await office.hold(theatre.performanceId, seats);
    expect(status).toBe(201);
    return body.cart.token;
  };
  const sold = async (firstName: string, lastName: string) => {
    const token = await held();
    const saved = await office.save(token, { customer: { ...CUSTOMER, firstName, lastName } });
    expect(saved.body).toMatchObject({ reservation: { state: 'DRAFT' } });
    const { reservation, totalMinor } = saved.body;
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, {
      ...{ paymentId, reservationId: reservation.id, amountMinor: totalMinor },
    });
    await eventually(
      async () => expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
      { timeoutMs: 20_000 },
    );
    return reservation;
  };
  const printed = (reservationId: string) =>
    eventually(
      () => {
        const page = office.peers.pages.get(reservationId);
        if (!page) throw new Error('nothing was rendered yet');
        return page.places.flatMap(({ content }) => (content?.$case === 'text' ? [content.value.value] : []));
      },
      { timeoutMs: 20_000 },
    );
  const customerOf = async (reservationId: string) =>
    (
      await office.database.asSuperuser<{ customer_name: string }>(
        'SELECT customer_name FROM reservation WHERE id = $1',
        [reservationId],
      )
    )[0]?.customer_name;

  test.each([
    'Ren&eacute;',
    `O'Neil "Bob" & <b>`,
    'محمد عبد الله',
    'שָׁלוֹם כהן',
    '👨‍👩‍👧‍👦 Martin',
    '=1+1',
    '{{buyer.name}}',
  ])('%j is stored and printed as typed', async (name) => {
    const { id } = await sold(name, 'Roux');
    expect(await customerOf(id)).toBe(`${name} Roux`);
    expect(await printed(id)).toContain(`${name} Roux`);
  });

  test.each(LETTERS)(
    '255 letters (%s) are stored whole, and shortened on the ticket only',
    async (letters) => {
      const { id } = await sold(letters, letters);
      expect(await customerOf(id)).toBe(`${letters} ${letters}`);
      const [first] = [...letters];
      expect(await printed(id)).toContain(`${first!.repeat(119)}…`);
    },
  );

  test('a name is composed, trimmed, and has no controls of writing direction', async () => {
    const { id } = await sold(' Rene\u0301 ', 'Ana\u202egnp');
    expect(await customerOf(id)).toBe('René Anagnp');
  });

  test('the checkout refuses what is no name, at its field', async () => {
    const token = await held();
    for (const name of vectors.refused) {
      const { status, body } = await office.save(token, { customer: { ...CUSTOMER, firstName: name } });
      expect([name, status, body.errors?.map(({ pointer }) => pointer)]).toEqual([
        name,
        422,
        ['/customer/firstName'],
      ]);
    }
    const { body } = await office.save(token, { customer: { ...CUSTOMER, lastName: 'a'.repeat(256) } });
    expect(body.errors).toEqual([
      expect.objectContaining({ pointer: '/customer/lastName', code: 'validation.length' }),
    ]);
  });
});
