import { randomUUID } from 'node:crypto';
import { localDate } from '@coulisse/contracts';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks, withoutTurns, withoutVersions } from '@coulisse/test-kit';
import { lookAfterVouchers } from '../src/features/gift-vouchers/look-after-vouchers.job';
import { BoxOffice, CUSTOMER as BUYER, type Theatre } from './support/box-office';
import { VOUCHER_OF_TRANSITION } from './support/defects';

interface Sold {
  code?: string;
  errors?: { pointer: string; code: string }[];
  giftVoucher: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}
interface Details {
  state: string;
  version: number;
  leftToPay: string;
  dueMinor: number;
  payments: {
    id: string;
    method: string;
    amountMinor: number;
    toRefundMinor: number;
    refundedMinor: number;
  }[];
  documentId: string | null;
}

const vouchers = '/b/api/prestiscene/gift-vouchers';
const sales = '/b/api/prestiscene/desk/gift-vouchers';
const CUSTOMER = { firstName: 'Marguerite', lastName: 'Pons', email: 'marguerite@pons.example' };
const NOBODY = '00000000-0000-0000-0000-000000000000';
const dayIn = (days: number) => localDate(new Date(Date.now() + days * 86_400_000), 'Europe/Paris');

/** A gift voucher sold at the desk is paid and becomes valid as one that is bought online. */
describe('a gift voucher at the desk', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(() => office.close());

  const staff = <B>(method: string, path: string, body?: object, options: object = {}) =>
    office.staff<B>(theatre.tenantId, method, path, body, options);
  const sell = (body: object, key: string = randomUUID(), rights?: string[]) =>
    staff<Sold>(
      'POST',
      sales,
      { customer: CUSTOMER, amount: '80', ...body },
      { headers: { 'idempotency-key': key }, ...(rights ? { rights } : {}) },
    );
  const cash = (amountMinor: number) => ({ method: 'CASH', amountMinor });
  const now = (...parts: object[]) => ({ payment: { kind: 'now', parts } });
  const details = async (id: string) => (await staff<Details>('GET', `${vouchers}/${id}/informations`)).body;
  const collect = (id: string, parts: object[], key: string = randomUUID()) =>
    staff<Sold>('POST', `${vouchers}/${id}/collect`, { parts }, { headers: { 'idempotency-key': key } });
  const lookAfter = () => {
    const actor = systemActor(theatre.tenantId, 'test');
    const { ctx } = office.service;
    return ctx.db.inTenant(actor, (tx) => lookAfterVouchers(tx, resourcesOf(ctx), NOBODY));
  };
  const balance = async (id: string) =>
    (await staff<{ balance: string }>('GET', `${vouchers}/${id}`)).body.balance;
  const accounts = async () => {
    const period = `from=${dayIn(0)}&until=${dayIn(0)}`;
    const path = `/b/api/configuration/representations/statements?kind=ACCOUNTING&${period}`;
    const { body } = await staff<{ columns: { name: string }[]; rows: unknown[][] }>('GET', path);
    const at = (name: string) => body.columns.findIndex((column) => column.name === name);
    return body.rows.map((row) => [row[at('account')], row[at('debit')], row[at('credit')]]);
  };

  test('is valid when the money is recorded, in several parts too, and stands in the books', async () => {
    const { status, body } = await sell(
      now(cash(3_000), { method: 'CHEQUE', amountMinor: 5_000, reference: '42' }),
    );
    expect({ status, ...body }).toMatchObject({
      ...{ status: 201, totalMinor: 8_000, paidMinor: 8_000 },
      giftVoucher: { state: 'VALIDATED' },
    });
    const { id } = body.giftVoucher;
    expect(await details(id)).toMatchObject({
      ...{ state: 'VALIDATED', leftToPay: '0.00', dueMinor: 0 },
      payments: expect.arrayContaining([
        expect.objectContaining({ method: 'CASH', amountMinor: 3_000 }),
        expect.objectContaining({ method: 'CHEQUE', amountMinor: 5_000 }),
      ]),
    });
    expect(await balance(id)).toBe('80.00');
    const [request] = [...office.peers.takings].filter(([, { giftVoucherId }]) => giftVoucherId === id);
    expect(request?.[1]).toMatchObject({ reservationId: '', reservationCode: body.giftVoucher.code });
    const books = await accounts();
    expect(books.filter(([account]) => account === '4191')).toEqual([['4191', null, '80.00']]);
    expect(books.map(([, debit]) => Number(debit ?? 0)).reduce((sum, debit) => sum + debit, 0)).toBe(80);
  });

  test('is one sale for one key, however often and however simultaneously it is sent', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => sell(now(cash(8_000)), key)));
    answers.push(await sell(now(cash(8_000)), key));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.giftVoucher.id)).size).toBe(1);
    const { id } = answers[0]!.body.giftVoucher;
    expect((await details(id)).payments).toHaveLength(1);
    expect(await balance(id)).toBe('80.00');
  });

  test('(sabotaged) of requests that do not wait for each other, all but one are refused', async () => {
    const key = randomUUID();
    const answers = await sabotaged(
      { defects: [withoutTurns], meet: 3, of: theatre.tenantId, after: /AS applied\s+FROM gift_voucher v/ },
      () => Promise.all([1, 2, 3].map(() => sell(now(cash(8_000)), key))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  test('goes on with the same voucher when payments was away', async () => {
    const key = randomUUID();
    office.peers.paymentOutages = 5;
    expect((await sell(now(cash(8_000)), key)).status).toBe(503);
    office.peers.paymentOutages = 0;
    const { body } = await sell(now(cash(8_000)), key);
    expect(body).toMatchObject({ giftVoucher: { state: 'VALIDATED' }, paidMinor: 8_000 });
    const { body: list } = await staff<{ items: unknown[] }>('GET', vouchers);
    expect(list.items).toHaveLength(1);
  });

  test('is refused with what is wrong, and without the rights', async () => {
    expect((await sell(now(cash(7_999)))).body).toMatchObject({
      code: 'reservation.not-what-is-due',
      errors: [{ pointer: '/payment/parts' }],
    });
    expect((await sell({ ...now(cash(8_000)), formula: theatre.formulaId })).body.errors).toMatchObject([
      { pointer: '/amount' },
    ]);
    const sendOn = { sendOn: dayIn(3) };
    expect((await sell({ ...now(cash(8_000)), ...sendOn })).body.errors).toMatchObject([
      { pointer: '/beneficiaryEmail' },
    ]);
    const past = { payment: { kind: 'later', deadline: dayIn(-1) } };
    expect((await sell(past)).body.errors).toMatchObject([{ pointer: '/payment/deadline' }]);
    const link = { payment: { kind: 'link', deadline: dayIn(2) }, customer: { ...CUSTOMER, email: '' } };
    expect((await sell(link)).body.errors).toMatchObject([{ pointer: '/customer/email' }]);
    expect((await sell({ ...now(cash(8_000)), message: 'x\u0000' })).status).toBe(422);
    expect((await sell(now(cash(8_000)), randomUUID(), ['ticketing.gift-voucher.create'])).status).toBe(403);
    expect((await sell(now(cash(8_000)), randomUUID(), ['payments.payment.collect'])).status).toBe(403);
    const { body } = await staff<{ items: unknown[] }>('GET', vouchers);
    expect(body.items).toEqual([]);
  });

  test('is paid later at the desk, in full and once', async () => {
    const { body } = await sell({ payment: { kind: 'later', deadline: dayIn(5) } });
    const { id } = body.giftVoucher;
    expect(body).toMatchObject({ giftVoucher: { state: 'DRAFT' }, paidMinor: 0 });
    expect(await details(id)).toMatchObject({ dueMinor: 8_000, payments: [] });
    expect((await collect(id, [cash(7_000)])).body.code).toBe('reservation.not-what-is-due');
    expect((await collect(id, [cash(8_000)])).status).toBe(200);
    expect(await details(id)).toMatchObject({ state: 'VALIDATED', dueMinor: 0 });
    expect((await collect(id, [cash(8_000)])).body.code).toBe('reservation.nothing-due');
  });

  describe('for which two people take the money at once', () => {
    const unpaid = async () =>
      (await sell({ payment: { kind: 'later', deadline: dayIn(5) } })).body.giftVoucher.id;
    const collectTwice = async (id: string) =>
      (await Promise.all([collect(id, [cash(8_000)]), collect(id, [cash(8_000)])])).map(
        ({ status }) => status,
      );
    /** What the theatre has for it in the end. */
    const keptMinor = async (id: string) =>
      (await details(id)).payments.reduce(
        (sum, { amountMinor, toRefundMinor }) => sum + amountMinor - toRefundMinor,
        0,
      );

    test('is paid once: the money of the second is to be given back, or is not taken', async () => {
      const id = await unpaid();
      expect(await collectTwice(id)).toContain(200);
      expect(await keptMinor(id)).toBe(8_000);
      expect(await details(id)).toMatchObject({ state: 'VALIDATED', dueMinor: 0 });
      expect(await balance(id)).toBe('80.00');
    });

    test('(sabotaged) without locks and versions, is paid twice', async () => {
      const id = await unpaid();
      const defects = [withoutRowLocks, withoutVersions];
      const place = { meet: 2, of: theatre.tenantId, after: VOUCHER_OF_TRANSITION };
      expect(await sabotaged({ defects, ...place }, () => collectTwice(id))).toEqual([200, 200]);
      expect(await keptMinor(id)).toBe(16_000);
    });
  });

  test('is mailed as a link that pays it, at most once a minute', async () => {
    const key = randomUUID();
    const wishes = { payment: { kind: 'link', deadline: dayIn(5) } };
    const { status, body } = await sell(wishes, key);
    expect([status, body.code]).toEqual([201, undefined]);
    await sell(wishes, key);
    const { id } = body.giftVoucher;
    const mails = [...office.peers.mails.values()].filter(({ subjectRecord }) => subjectRecord?.id === id);
    expect(mails.map(({ kind, to }) => [kind, to?.address])).toEqual([
      ['ticketing.gift-voucher-payment-link-mail', CUSTOMER.email],
    ]);
    const again = await staff<Sold>('POST', `${vouchers}/${id}/send-payment-link`, {});
    expect(again.body.code).toBe('reservation.link-sent-just-now');
    const link = /gift-vouchers\/mine\?[^"]*fr#([\w.-]+)/.exec(mails[0]!.html)![1]!;
    const started = await office.visit<{ paymentId: string }>(
      'POST',
      '/app-api/prestiscene/gift-vouchers/cart/pay',
      {},
      null,
      { 'voucher-link': link },
    );
    expect(started.status).toBe(200);
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', started.body.paymentId, {
      $case: 'accepted',
      value: {
        ...{ paymentId: started.body.paymentId, reservationId: '', giftVoucherId: id, amountMinor: 8_000 },
        ...{ currency: 'EUR', togetherMinor: 0, method: 'CARD' },
      },
    });
    await eventually(async () => expect((await details(id)).state).toBe('VALIDATED'));
    const late = await staff<Sold>('POST', `${vouchers}/${id}/send-payment-link`, {});
    expect(late.body.code).toBe('reservation.nothing-due');
  });

  test('is cancelled after its deadline, and stays while it can be paid', async () => {
    const { body } = await sell({ payment: { kind: 'later', deadline: dayIn(0) } });
    const { id } = body.giftVoucher;
    await lookAfter();
    expect((await details(id)).state).toBe('DRAFT');
    await office.database.asSuperuser('UPDATE gift_voucher SET deadline = $2 WHERE id = $1', [id, dayIn(-1)]);
    await lookAfter();
    expect(await details(id)).toMatchObject({ state: 'CANCELED', dueMinor: 0 });
    expect((await collect(id, [cash(8_000)])).body.code).toBe('reservation.nothing-due');
  });

  test('gives back what was paid for it when it is cancelled, on the days of the refunds', async () => {
    const { body } = await sell(now(cash(8_000)));
    const { id } = body.giftVoucher;
    const [payment] = (await details(id)).payments;
    expect((await staff('POST', `${vouchers}/${id}/transitions/cancel`, {})).status).toBe(200);
    expect((await details(id)).payments).toMatchObject([{ toRefundMinor: 8_000 }]);
    const refunded = (refundedMinor: number, refundedAt: Date) =>
      office.publishEvent(theatre.tenantId, 'payments.payment.v1', payment!.id, {
        $case: 'refunded',
        value: {
          ...{ paymentId: payment!.id, reservationId: '', giftVoucherId: id, refundId: randomUUID() },
          ...{ amountMinor: refundedMinor, method: 'CASH', refundedAt },
          ...{ toRefundMinor: 8_000 - refundedMinor, refundedMinor },
        },
      });
    // The first part came back yesterday, the rest today: each day has its own.
    await refunded(3_000, new Date(Date.now() - 86_400_000));
    await eventually(async () => expect((await details(id)).payments[0]!.refundedMinor).toBe(3_000));
    await refunded(8_000, new Date());
    await eventually(async () => expect((await details(id)).payments[0]!.refundedMinor).toBe(8_000));
    const rows = await office.database.asSuperuser<{ amount_minor: number }>(
      'SELECT amount_minor FROM gift_voucher_refund WHERE payment_id = $1 ORDER BY at',
      [payment!.id],
    );
    expect(rows.map(({ amount_minor }) => amount_minor)).toEqual([3_000, 5_000]);
    // 80 taken and 50 given back today.
    const [advance] = (await accounts()).filter(([account]) => account === '4191');
    expect(advance).toEqual(['4191', null, '30.00']);
  });

  test('is reminded of before its last day also when staff had entered it and made it valid', async () => {
    await office.database.asSuperuser(
      'INSERT INTO settings (id, tenant_id, days_before_gift_voucher_expiry) VALUES (gen_random_uuid(), $1, 30)',
      [theatre.tenantId],
    );
    const { body: made } = await staff<{ id: string }>('POST', vouchers, {
      ...{ customerName: 'Pons', customerEmail: CUSTOMER.email },
      items: [{ unitTTC: '50' }],
    });
    expect((await staff('POST', `${vouchers}/${made.id}/transitions/valid`, {})).status).toBe(200);
    await office.database.asSuperuser(
      'UPDATE gift_voucher SET validity_date = $2, is_sent = false WHERE id = $1',
      [made.id, dayIn(10)],
    );
    // A voucher from before sales had rows.
    await office.database.asSuperuser('DELETE FROM gift_voucher_sale WHERE voucher_id = $1', [made.id]);
    await lookAfter();
    const events = (await office.events('ticketing.gift-voucher.v1')).filter(
      ({ value }) => value.giftVoucherId === made.id,
    );
    expect(events.map(({ $case }) => $case)).toContain('expiring');
  });

  test('charges the postage of the theatre, and sells formulas that the public does not see', async () => {
    await office.database.asSuperuser(
      `INSERT INTO option (id, tenant_id, name, total_ttc, vat, for_postal_send, display_on_gift_vouchers_mode)
       VALUES (gen_random_uuid(), $1, 'La Poste', 6, 20, true, 'ADMIN')`,
      [theatre.tenantId],
    );
    await office.database.asSuperuser(
      'UPDATE formula SET available_on_gift_vouchers = true, is_visible_to_public = false WHERE tenant_id = $1',
      [theatre.tenantId],
    );
    const { body: offer } = await staff<{ formulas: { id: string; priceMinor: number }[]; postage: object }>(
      'GET',
      '/b/api/prestiscene/desk/gift-voucher-offer',
    );
    expect(offer.postage).toEqual({ name: 'La Poste', priceMinor: 600 });
    const [formula] = offer.formulas;
    const total = formula!.priceMinor * 2 + 600;
    const wishes = { amount: null, formula: formula!.id, quantity: 2, isPostal: true };
    const { body } = await sell({ ...wishes, ...now(cash(total)) });
    expect(body).toMatchObject({ giftVoucher: { state: 'VALIDATED' }, totalMinor: total });
    const toggled = await staff<{ postalSended: boolean }>(
      'POST',
      `${vouchers}/${body.giftVoucher.id}/toggle-postal-sended`,
      {},
    );
    expect(toggled.body.postalSended).toBe(true);
  });

  test('has its buyer corrected by who read the last version, unless it is cancelled', async () => {
    const { body } = await sell(now(cash(8_000)));
    const path = `${vouchers}/${body.giftVoucher.id}`;
    const read = async () =>
      (await staff<{ version: number; customerName: string; customerEmail: string }>('GET', path)).body;
    const customer = { firstName: 'Anne & Jo', lastName: 'D’Arc', email: 'Anne@pons.example' };
    const { version } = await read();
    const edit = (values: object = {}, rights?: string[]) =>
      staff<Sold>(
        'POST',
        `${path}/edit-customer`,
        { version, customer, ...values },
        rights ? { rights } : {},
      );
    expect((await edit({}, ['ticketing.gift-voucher.read'])).status).toBe(403);
    expect((await edit({ customer: { ...customer, lastName: '' } })).body.errors).toEqual([
      expect.objectContaining({ pointer: '/customer/lastName' }),
    ]);
    expect((await edit()).status).toBe(204);
    expect((await edit()).body.code).toBe('record.changed');
    const corrected = await read();
    expect(corrected).toMatchObject({
      customerName: 'Anne & Jo D’Arc',
      customerEmail: 'anne@pons.example',
    });
    await staff('POST', `${path}/transitions/cancel`, {});
    expect((await edit({ version: (await read()).version })).body.code).toBe('gift-voucher.is-canceled');
  });

  test('is sold in a gift bag with the options that belong into one, which are not worth anything in it', async () => {
    const { status, body: refused } = await sell({ hasGiftBag: true, ...now(cash(5_000)) });
    expect([status, (refused as { code?: string }).code]).toEqual([422, 'gift-voucher.bag-not-offered']);
    await office.database.asSuperuser(
      `INSERT INTO option (id, tenant_id, name, total_ttc, vat, must_be_included_with_agift_bag, display_on_gift_vouchers_mode, position)
       VALUES (gen_random_uuid(), $1, 'Programme', 3, 5.5, true, 'ALL', 1), (gen_random_uuid(), $1, 'Coupe & flûte', 9, 20, true, 'ADMIN', 2)`,
      [theatre.tenantId],
    );
    const { body: offer } = await staff<{ giftBag: object }>(
      'GET',
      '/b/api/prestiscene/desk/gift-voucher-offer',
    );
    expect(offer.giftBag).toEqual({ contents: 'Programme, Coupe & flûte', priceMinor: 1_200 });
    const { body } = await sell({ amount: '50.00', hasGiftBag: true, ...now(cash(6_200)) });
    expect(body).toMatchObject({ giftVoucher: { state: 'VALIDATED' }, totalMinor: 6_200 });
    const voucher = await staff('GET', `${vouchers}/${body.giftVoucher.id}`);
    expect(voucher.body).toMatchObject({
      ...{ hasGiftBag: true, giftBagContents: 'Programme, Coupe & flûte', giftBagTTC: '12.00' },
      ...{ totalTTC: '62.00', totalVAT: '1.66', balance: '50.00' },
    });
    // The bag is sold with its VAT, the voucher is an advance.
    expect(await accounts()).toEqual([
      ['53', '62.00', null],
      ['706', null, '7.50'],
      ['44571', null, '1.50'],
      ['706', null, '2.84'],
      ['44571', null, '0.16'],
      ['4191', null, '50.00'],
    ]);
    // Given back in two parts, it leaves nothing in the books.
    const { id } = body.giftVoucher;
    const [payment] = (await details(id)).payments;
    expect((await staff('POST', `${vouchers}/${id}/transitions/cancel`, {})).status).toBe(200);
    expect((await details(id)).payments).toMatchObject([{ toRefundMinor: 6_200 }]);
    for (const refundedMinor of [3_333, 6_200]) {
      await office.publishEvent(theatre.tenantId, 'payments.payment.v1', payment!.id, {
        $case: 'refunded',
        value: {
          ...{ paymentId: payment!.id, reservationId: '', giftVoucherId: id, refundId: randomUUID() },
          ...{ amountMinor: refundedMinor, method: 'CASH', refundedAt: new Date() },
          ...{ toRefundMinor: 6_200 - refundedMinor, refundedMinor },
        },
      });
      await eventually(async () =>
        expect((await details(id)).payments[0]!.refundedMinor).toBe(refundedMinor),
      );
    }
    expect(await accounts()).toEqual([]);
    expect(await details(id)).toMatchObject({ state: 'CANCELED', dueMinor: 0 });
  });

  test('has a gift bag online too, with what buyers see of it, which its page names', async () => {
    const { tenantId } = theatre;
    await office.database.asSuperuser(
      `INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $1, 'TENANT')`,
      [tenantId],
    );
    const shop = '/app-api/prestiscene/gift-vouchers';
    const order = (hasGiftBag: boolean) =>
      office.visit<{ code?: string; errors?: object[]; giftVoucher: object; link: string }>(
        'POST',
        `${shop}/cart/save`,
        { saasCustomer: tenantId, amount: '50', customer: BUYER, hasGiftBag, cgvAccepted: true },
      );
    const refused = await order(true);
    expect(refused.body).toMatchObject({
      ...{ code: 'gift-voucher.bag-not-offered', errors: [{ pointer: '/hasGiftBag' }] },
    });
    for (const [name, displayOnGiftVouchersMode] of [
      ['Programme & verre', 'ALL'],
      ['Champagne', 'ADMIN'],
    ])
      await staff('POST', '/b/api/configuration/options', {
        ...{ name, totalTTC: '6.00', vat: '20', mustBeIncludedWithAGiftBag: true, displayOnGiftVouchersMode },
      });
    const offer = await office.visit<{ giftBag: object }>('GET', `${shop}/by-saas-customer/${tenantId}`);
    expect(offer.body.giftBag).toEqual({ contents: 'Programme & verre', priceMinor: 600 });
    const ordered = await order(true);
    expect(ordered.body.giftVoucher).toMatchObject({ valueMinor: 5_000, totalMinor: 5_600 });
    const page = async (link: string) =>
      (await office.visit('GET', `${shop}/cart`, undefined, null, { 'voucher-link': link })).body;
    expect(await page(ordered.body.link)).toMatchObject({
      ...{ valueMinor: 5_000, totalMinor: 5_600, giftBag: 'Programme & verre', giftBagMinor: 600 },
    });
    expect(await page((await order(false)).body.link)).toMatchObject({ giftBag: null, totalMinor: 5_000 });
  });

  test('of another theatre is found by nobody', async () => {
    const { body } = await sell({ payment: { kind: 'later', deadline: dayIn(5) } });
    const other = await office.theatre({ tenantId: randomUUID() });
    const path = `${vouchers}/${body.giftVoucher.id}`;
    const foreign = (method: string, suffix: string, sent?: object) =>
      office.staff(other.tenantId, method, `${path}/${suffix}`, sent, {
        headers: { 'idempotency-key': randomUUID() },
      });
    expect((await foreign('GET', 'informations')).status).toBe(404);
    expect((await foreign('POST', 'collect', { parts: [cash(8_000)] })).status).toBe(404);
    expect((await foreign('POST', 'send-payment-link', {})).status).toBe(404);
  });

  describe('with a discount', () => {
    const percent = (percentage: string) => ({ discount: { kind: 'percentage', percentage } });
    const amount = (euros: string) => ({ discount: { kind: 'amount', amount: euros } });
    interface Amounts {
      discount: string | null;
      discountPercentage: string | null;
      totalHT: string;
      totalVAT: string;
      totalTTC: string;
      balance: string;
    }
    const amounts = async (id: string) => (await staff<Amounts>('GET', `${vouchers}/${id}`)).body;
    const mailsOf = (id: string, kind: string) =>
      [...office.peers.mails.values()].filter(
        (mail) => mail.subjectRecord?.id === id && mail.kind === `ticketing.${kind}`,
      );

    test('costs less and is worth as much; its buyer reads what was taken off', async () => {
      const link = { payment: { kind: 'link', deadline: dayIn(5) } };
      const { status, body } = await sell({ ...percent('12.5'), ...link });
      expect({ status, ...body }).toMatchObject({ status: 201, totalMinor: 7_000, paidMinor: 0 });
      const { id } = body.giftVoucher;
      const [mail] = mailsOf(id, 'gift-voucher-payment-link-mail');
      expect(mail!.html.replace(/\s/g, ' ')).toMatch(/80,00 €.*−10,00 €.*70,00 €/);
      expect((await collect(id, [cash(7_000)])).body).toMatchObject({ totalMinor: 7_000, paidMinor: 7_000 });
      expect(await amounts(id)).toMatchObject({
        ...{ discount: '10.00', discountPercentage: '12.5', totalTTC: '70.00', totalHT: '70.00' },
        ...{ totalVAT: '0.00', balance: '80.00' },
      });
      expect((await accounts()).filter(([account]) => account === '4191')).toEqual([['4191', null, '70.00']]);
    });

    test('gives back what was paid when it is cancelled', async () => {
      const { id } = (await sell({ ...amount('5'), ...now(cash(7_500)) })).body.giftVoucher;
      expect((await staff('POST', `${vouchers}/${id}/transitions/cancel`, {})).status).toBe(200);
      expect(await balance(id)).toBe('0.00');
      expect((await details(id)).payments).toMatchObject([{ amountMinor: 7_500, toRefundMinor: 7_500 }]);
    });

    test('taxes what is paid for a formula that is taxed at the sale', async () => {
      await office.database.asSuperuser(
        `UPDATE formula SET available_on_gift_vouchers = true, gift_voucher_purpose = 'SINGLE_PURPOSE' WHERE id = $1`,
        [theatre.formulaId],
      );
      const formula = { amount: null, formula: theatre.formulaId };
      const later = { payment: { kind: 'later', deadline: dayIn(2) } };
      const full = (await sell({ ...formula, ...later })).body;
      const half = (await sell({ ...formula, ...later, ...percent('50') })).body;
      const [listed, reduced] = [await amounts(full.giftVoucher.id), await amounts(half.giftVoucher.id)];
      expect(half.totalMinor).toBe(Math.round(full.totalMinor / 2));
      expect(Number(listed.totalVAT)).toBeGreaterThan(0);
      expect(Math.abs(Number(reduced.totalVAT) - Number(listed.totalVAT) / 2)).toBeLessThanOrEqual(0.01);
      expect(Number(reduced.totalHT) + Number(reduced.totalVAT)).toBeCloseTo(Number(reduced.totalTTC), 5);
      await collect(half.giftVoucher.id, [cash(half.totalMinor)]);
      expect(await balance(half.giftVoucher.id)).toBe(listed.totalTTC);
    });

    test('of its whole price is valid at once without any money, and needs no right to take any', async () => {
      const rights = ['ticketing.gift-voucher.create', 'ticketing.gift-voucher.discount'];
      const key = randomUUID();
      const free = { ...percent('100'), ...now() };
      const { status, body } = await sell(free, key, rights);
      expect({ status, ...body }).toMatchObject({
        ...{ status: 201, totalMinor: 0, paidMinor: 0, giftVoucher: { state: 'VALIDATED' } },
      });
      expect((await sell(free, key, rights)).body).toEqual(body);
      expect(await balance(body.giftVoucher.id)).toBe('80.00');
      const later = { payment: { kind: 'later', deadline: dayIn(2) } };
      expect((await sell({ ...percent('100'), ...later })).body.code).toBe('reservation.nothing-due');
    });

    test('is refused above the price, and without its right', async () => {
      expect((await sell({ ...amount('80.01'), ...now(cash(1)) })).body).toMatchObject({
        code: 'reservation.discount-too-large',
        errors: [{ pointer: '/discount' }],
      });
      for (const discount of [
        { kind: 'percentage', percentage: '100.01' },
        { kind: 'percentage', percentage: '-5' },
        { kind: 'amount', amount: '1e2' },
        { kind: 'amount', amount: '5', entry: 'HT' },
      ])
        expect((await sell({ discount, ...now(cash(8_000)) })).status).toBe(422);
      const seller = ['ticketing.gift-voucher.create', 'payments.payment.collect'];
      expect((await sell({ ...amount('5'), ...now(cash(7_500)) }, randomUUID(), seller)).status).toBe(403);
      expect((await sell(now(cash(8_000)), randomUUID(), seller)).status).toBe(201);
    });
  });
});
