import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { localDate } from '@coulisse/contracts';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { lookAfterVouchers } from '../src/features/gift-vouchers/look-after-vouchers.job';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

const shop = '/app-api/prestiscene/gift-vouchers';
const desk = '/b/api/prestiscene/gift-vouchers';

interface Bought {
  code: string | null;
  state: string;
  outcome: string;
  valueMinor: number;
  totalMinor: number;
  balanceMinor: number;
  validityDate: string | null;
  documentReady: boolean;
  mailSent: boolean;
  refundMinor: number;
}

describe('the sale of a gift voucher', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '20' } });
  }, 60_000);
  beforeEach(async () => {
    const tenantId = randomUUID();
    await office.database.asSuperuser(
      `INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $1, 'TENANT')`,
      [tenantId],
    );
    theatre = await office.theatre({ tenantId });
  });
  afterAll(() => office.close());

  const order = (changes: object = {}, headers: Record<string, string> = {}) =>
    office.visit<{
      code?: string;
      errors?: { pointer: string; code: string }[];
      giftVoucher: { id: string; valueMinor: number; totalMinor: number };
      link: string;
    }>(
      'POST',
      `${shop}/cart/save`,
      {
        ...{ saasCustomer: theatre.tenantId, amount: '80', beneficiaryName: 'Alix', message: 'Bonne fête !' },
        ...{ customer: CUSTOMER, cgvAccepted: true, ...changes },
      },
      null,
      headers,
    );
  const withLink = <B = Bought>(method: string, path: string, link: string, body?: object) =>
    office.visit<B & { code?: string }>(method, `${shop}/cart${path}`, body, null, { 'voucher-link': link });
  const pay = async (link: string) =>
    (await withLink<{ paymentId: string; form: { action: string } }>('POST', '/pay', link, {})).body;
  const bought = async (link: string) => (await withLink('GET', '', link)).body;
  const accept = (voucherId: string, paymentId: string, amountMinor: number, messageId?: string) =>
    office.publishEvent(
      theatre.tenantId,
      'payments.payment.v1',
      paymentId,
      {
        $case: 'accepted',
        value: {
          ...{ paymentId, reservationId: '', giftVoucherId: voucherId, amountMinor },
          ...{ currency: 'EUR', togetherMinor: 0, method: 'CARD' },
        },
      },
      messageId,
    );
  const refuse = (voucherId: string, paymentId: string) =>
    office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refused',
      value: { paymentId, reservationId: '', giftVoucherId: voucherId, providerCode: '00105' },
    });
  const untilOutcome = (link: string, outcome: string) =>
    eventually(async () => expect((await bought(link)).outcome).toBe(outcome), { timeoutMs: 15_000 });
  const staff = async (id: string) =>
    (await office.staff<Record<string, unknown>>(theatre.tenantId, 'GET', `${desk}/${id}`)).body;
  const go = (id: string, action: string, body: object = {}) =>
    office.staff<{ code?: string }>(theatre.tenantId, 'POST', `${desk}/${id}/transitions/${action}`, body);
  const ledger = async (id: string) =>
    (
      await office.staff<{ items: { kind: string; amountMinor: number }[] }>(
        theatre.tenantId,
        'GET',
        `${desk}/${id}/uses`,
      )
    ).body.items.map(({ kind, amountMinor }) => [kind, amountMinor]);
  const events = async (id: string) =>
    (await office.events('ticketing.gift-voucher.v1')).filter(({ value }) => value.giftVoucherId === id);
  /** A voucher that is paid for, and the link of its buyer. */
  const sold = async (changes: object = {}) => {
    const { body } = await order(changes);
    const { id, totalMinor } = body.giftVoucher;
    const { paymentId } = await pay(body.link);
    await accept(id, paymentId, totalMinor);
    await untilOutcome(body.link, 'VALIDATED');
    return { id, link: body.link, paymentId, totalMinor };
  };
  const settings = async (changes: object) => {
    const { body } = await office.staff<{ items: { id: string; version: number }[] }>(
      theatre.tenantId,
      'GET',
      '/b/api/configuration/settings',
    );
    const [own] = body.items;
    if (!own) {
      await office.database.asSuperuser(
        `INSERT INTO settings (id, tenant_id) VALUES (gen_random_uuid(), $1)`,
        [theatre.tenantId],
      );
    }
    for (const [column, value] of Object.entries(changes))
      await office.database.asSuperuser(`UPDATE settings SET ${column} = $2 WHERE tenant_id = $1`, [
        theatre.tenantId,
        value,
      ]);
  };

  test('starts with a draft that is worth nothing, and whose link opens it and nothing else', async () => {
    const { status, body } = await order();
    expect([status, body.giftVoucher]).toMatchObject([200, { valueMinor: 8000, totalMinor: 8000 }]);
    expect(await bought(body.link)).toMatchObject({
      ...{ state: 'DRAFT', outcome: 'PENDING', code: null, balanceMinor: 0, validityDate: null },
      documentReady: false,
    });
    expect(await staff(body.giftVoucher.id)).toMatchObject({
      ...{ channel: 'ONLINE', state: 'DRAFT', leftToPay: '80.00', beneficiaryName: 'Alix' },
      ...{ vatPurpose: 'MULTI_PURPOSE', totalVAT: '0.00', customerEmail: CUSTOMER.email },
    });
    for (const wrong of ['', 'x', 'A'.repeat(64)]) {
      expect((await withLink('GET', '', wrong)).status).toBe(404);
      expect((await withLink('POST', '/pay', wrong, {})).status).toBe(404);
      expect((await withLink('GET', '/voucher.pdf', wrong)).status).toBe(404);
    }
    expect((await withLink('GET', '/voucher.pdf', body.link)).status).toBe(404);
  });

  test('needs terms, a worth, an address for a day of sending, and names the field that is wrong', async () => {
    const wrong = async (changes: object) => (await order(changes)).body;
    expect((await wrong({ cgvAccepted: false })).errors).toMatchObject([{ pointer: '/cgvAccepted' }]);
    expect((await wrong({ amount: null })).errors).toMatchObject([{ pointer: '/amount' }]);
    expect((await wrong({ amount: '0.5' })).errors).toMatchObject([{ code: 'validation.value-min' }]);
    expect((await wrong({ amount: '99999' })).errors).toMatchObject([{ code: 'validation.value-max' }]);
    expect((await wrong({ sendOn: '2031-01-01' })).errors).toMatchObject([{ pointer: '/beneficiaryEmail' }]);
    expect(
      (await wrong({ sendOn: '2020-01-01', beneficiaryEmail: 'alix@example.test' })).errors,
    ).toMatchObject([{ pointer: '/sendOn', code: 'gift-voucher.send-on' }]);
    expect((await wrong({ isPostal: true })).errors).toMatchObject([
      { pointer: '/isPostal', code: 'gift-voucher.post-not-offered' },
    ]);
    const { formulaId } = theatre;
    expect((await wrong({ amount: null, formula: formulaId })).code).toBe(
      'gift-voucher.formula-not-available',
    );
    expect((await order({ customer: { ...CUSTOMER, email: 'x' } })).status).toBe(422);
    expect((await order({ message: 'x'.repeat(601) })).status).toBe(422);
    expect((await order({ totalTTC: '0.01' })).status).toBe(422);
    expect((await order({ beneficiaryName: 'Alix\u0000' })).status).toBe(422);
    expect((await order({ saasCustomer: randomUUID() })).status).toBe(404);
  });

  test('is one order for one key, however often it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([order({}, headers), order({}, headers), order({}, headers)]);
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.giftVoucher.id);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made).size).toBe(1);
  });

  test('makes it valid by its payment, and credits it once however often the bank’s news comes (R-169)', async () => {
    const { body } = await order();
    const { id } = body.giftVoucher;
    const [first, again] = [await pay(body.link), await pay(body.link)];
    expect(again.paymentId).toBe(first.paymentId);
    expect(office.peers.started.get(`gift-voucher:${id}:1`)!.request).toMatchObject({
      ...{ giftVoucherId: id, reservationId: '', amountMinor: 8000 },
      returnUrl: `https://coulisse.test/app/gift-vouchers/${id}/return`,
    });
    const messageId = randomUUID();
    for (let time = 0; time < 3; time += 1) await accept(id, first.paymentId, 8000, messageId);
    for (let time = 0; time < 3; time += 1) await accept(id, first.paymentId, 8000);
    await untilOutcome(body.link, 'VALIDATED');
    expect(await ledger(id)).toEqual([['ISSUE', 8000]]);
    const record = await staff(id);
    expect(record).toMatchObject({ state: 'VALIDATED', leftToPay: '0.00', balance: '80.00' });
    expect(Date.parse(String(record['validityDate'])) - Date.parse(String(record['soldOn']))).toBe(
      365 * 86_400_000,
    );
    expect((await events(id)).map(({ $case }) => $case)).toEqual(['validated']);
    expect(await bought(body.link)).toMatchObject({ balanceMinor: 8000, code: record['code'] });
    expect((await withLink('POST', '/pay', body.link, {})).body.code).toBe('gift-voucher.not-payable');
  });

  test('is an advance in the accounts of its day, and its refund takes it back', async () => {
    const today = localDate(new Date(), 'Europe/Paris');
    const accounts = async () => {
      const path = `/b/api/configuration/representations/statements?kind=ACCOUNTING&from=${today}&until=${today}`;
      const { body } = await office.staff<{ columns: { name: string }[]; rows: unknown[][] }>(
        theatre.tenantId,
        'GET',
        path,
      );
      const at = (name: string) => body.columns.findIndex((column) => column.name === name);
      return body.rows.map((row) => [row[at('account')], row[at('debit')], row[at('credit')]]);
    };
    const { id, paymentId } = await sold();
    expect(await accounts()).toEqual([
      ['511', '80.00', null],
      ['4191', null, '80.00'],
    ]);
    await go(id, 'cancel');
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refunded',
      value: {
        ...{ paymentId, reservationId: '', giftVoucherId: id, refundId: randomUUID() },
        ...{ amountMinor: 8000, method: 'CARD', refundedAt: new Date() },
        ...{ toRefundMinor: 0, refundedMinor: 8000 },
      },
    });
    await eventually(async () => expect(await accounts()).toEqual([]));
  });

  test('lasts until the end of the season of the next year when the theatre has one (R-170)', async () => {
    await settings({ end_of_season_date_for_gift_vouchers: '2026-06-30' });
    const { id } = await sold();
    const { soldOn, validityDate } = await staff(id);
    expect(validityDate).toBe(`${Number(String(soldOn).slice(0, 4)) + 1}-06-30`);
  });

  test('has a second try with a new payment after a refusal', async () => {
    const { body } = await order();
    const { id } = body.giftVoucher;
    const refused = await pay(body.link);
    await refuse(id, refused.paymentId);
    await untilOutcome(body.link, 'REFUSED');
    const { paymentId } = await pay(body.link);
    expect(paymentId).not.toBe(refused.paymentId);
    await accept(id, paymentId, 8000);
    await untilOutcome(body.link, 'VALIDATED');
    expect(await ledger(id)).toEqual([['ISSUE', 8000]]);
  });

  test('gives a second payment back, and the voucher stays what it is', async () => {
    const { id, link } = await sold();
    const second = randomUUID();
    await accept(id, second, 8000);
    await eventually(async () =>
      expect((await events(id)).at(-1)).toMatchObject({
        $case: 'unfulfillable',
        value: { paymentId: second, reason: 'CHARGED_TWICE' },
      }),
    );
    expect(await ledger(id)).toEqual([['ISSUE', 8000]]);
    expect(await bought(link)).toMatchObject({ state: 'VALIDATED', outcome: 'VALIDATED', refundMinor: 8000 });
  });

  test('gives the money back that comes after the draft was given up, or is not what was asked', async () => {
    const late = (await order()).body;
    const { paymentId } = await pay(late.link);
    expect((await go(late.giftVoucher.id, 'cancel')).status).toBe(200);
    await accept(late.giftVoucher.id, paymentId, 8000);
    await untilOutcome(late.link, 'REFUND');
    const wrong = (await order()).body;
    await accept(wrong.giftVoucher.id, (await pay(wrong.link)).paymentId, 7999);
    await untilOutcome(wrong.link, 'REFUND');
    for (const [{ giftVoucher }, reason] of [
      [late, 'PAID_AFTER_CANCELLATION'],
      [wrong, 'WRONG_AMOUNT'],
    ] as const) {
      expect(await ledger(giftVoucher.id)).toEqual([]);
      expect(await staff(giftVoucher.id)).toMatchObject({ state: 'CANCELED', balance: '0.00' });
      expect((await events(giftVoucher.id)).filter(({ $case }) => $case === 'unfulfillable')).toMatchObject([
        { value: { reason } },
      ]);
    }
    expect((await withLink('POST', '/pay', late.link, {})).body.code).toBe('gift-voucher.not-payable');
  });

  test('is undone by staff with its money, once', async () => {
    const { id, link, paymentId } = await sold();
    expect((await go(id, 'back_to_draft')).body.code).toBe('gift-voucher.is-paid');
    expect((await go(id, 'cancel')).status).toBe(200);
    expect((await go(id, 'cancel')).status).toBe(409);
    expect((await events(id)).at(-1)).toMatchObject({
      $case: 'canceled',
      value: { paymentIds: [paymentId], refundMinor: 8000, wasValidated: true },
    });
    expect(await bought(link)).toMatchObject({ state: 'CANCELED', outcome: 'VOIDED', refundMinor: 8000 });
    expect(await ledger(id)).toEqual([
      ['VOID', -8000],
      ['ISSUE', 8000],
    ]);
    expect((await withLink('GET', '/voucher.pdf', link)).status).toBe(410);
    // The event of the refund is stored, whatever the order in which it comes.
    const report = { paymentId, reservationId: '', giftVoucherId: id, toRefundMinor: 0, refundedMinor: 8000 };
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refunded',
      value: {
        ...report,
        ...{ refundId: randomUUID(), amountMinor: 8000, method: 'CARD', refundedAt: new Date() },
      },
    });
    await eventually(async () =>
      expect(
        await office.database.asSuperuser(
          'SELECT to_refund_minor, refunded_minor FROM gift_voucher_payment WHERE id = $1',
          [paymentId],
        ),
      ).toEqual([{ to_refund_minor: 0, refunded_minor: 8000 }]),
    );
  });

  test('stops when the theatre says so, also for what was ordered before (R-189)', async () => {
    const before = (await order()).body;
    await settings({ gift_voucher_cannot_be_sold_message: 'De retour en septembre.' });
    const offer = await office.visit<{ cannotBeSoldMessage: string }>(
      'GET',
      `${shop}/by-saas-customer/${theatre.tenantId}`,
    );
    expect(offer.body.cannotBeSoldMessage).toBe('De retour en septembre.');
    expect((await order()).body.code).toBe('gift-voucher.cannot-be-sold');
    expect((await withLink('POST', '/pay', before.link, {})).body.code).toBe('gift-voucher.cannot-be-sold');
    // Staff see which draft waits for it, and what its buyer reads.
    const suspended = { cannotBeSold: true, cannotBeSoldMessage: 'De retour en septembre.' };
    expect(await staff(before.giftVoucher.id)).toMatchObject(suspended);
    await settings({ gift_voucher_cannot_be_sold_message: '  ' });
    expect(await staff(before.giftVoucher.id)).toMatchObject({
      ...{ cannotBeSold: false, cannotBeSoldMessage: null },
    });
    expect((await withLink('POST', '/pay', before.link, {})).status).toBe(200);
  });

  test('is displayed to its buyer or to the administration only (R-121)', async () => {
    const { id, link } = await sold();
    expect(await staff(id)).toMatchObject({ displayMode: 'ALL' });
    expect((await go(id, 'show')).body.code).toBe('gift-voucher.is-shown');
    expect((await go(id, 'hide')).status).toBe(200);
    expect(await staff(id)).toMatchObject({ displayMode: 'ADMIN' });
    expect((await withLink('GET', '', link)).status).toBe(404);
    expect((await withLink('GET', '/voucher.pdf', link)).status).toBe(404);
    const resent = await office.staff<{ code?: string }>(theatre.tenantId, 'POST', `${desk}/${id}/resend`);
    expect(resent.body.code).toBe('gift-voucher.hidden-not-sent');
    expect((await go(id, 'show')).status).toBe(200);
    expect((await withLink('GET', '', link)).status).toBe(200);

    // A draft that is hidden cannot be paid for by its link, and no link is sent.
    const draft = (await order()).body;
    await go(draft.giftVoucher.id, 'hide');
    expect((await withLink('POST', '/pay', draft.link, {})).status).toBe(404);
    const sent = await office.staff<{ code?: string }>(
      theatre.tenantId,
      'POST',
      `${desk}/${draft.giftVoucher.id}/send-payment-link`,
    );
    expect(sent.body.code).toBe('gift-voucher.hidden-not-sent');
  });

  test('taxes a single-purpose formula at the sale, and posting always; the postage is not worth anything (R-196)', async () => {
    const { formulaId } = theatre;
    await office.database.asSuperuser(
      'UPDATE formula SET available_on_gift_vouchers = true, minimum_number_of_people = 2 WHERE id = $1',
      [formulaId],
    );
    await office.staff(theatre.tenantId, 'POST', '/b/api/configuration/options', {
      ...{ name: 'Envoi postal', totalTTC: '6.00', vat: '20', forPostalSend: true },
    });
    const offer = await office.visit<{ formulas: object[]; postage: object }>(
      'GET',
      `${shop}/by-saas-customer/${theatre.tenantId}`,
    );
    expect(offer.body).toMatchObject({
      formulas: [{ id: formulaId, priceMinor: 8900, minimumNumberOfPeople: 2 }],
      postage: { name: 'Envoi postal', priceMinor: 600 },
    });
    const formula = { amount: null, formula: formulaId };
    expect((await order({ ...formula, quantity: 1 })).body.code).toBe('reservation.minimum-people');
    // 178.00 with 5.5 % in it: 9.28; 6.00 with 20 % in it: 1.00.
    const { id, totalMinor } = await sold({ ...formula, quantity: 2, isPostal: true });
    expect(totalMinor).toBe(18_400);
    expect(await staff(id)).toMatchObject({
      ...{ totalTTC: '184.00', totalVAT: '10.28', totalHT: '173.72', postageTTC: '6.00' },
      ...{ vatPurpose: 'SINGLE_PURPOSE', balance: '178.00', isPostal: true },
    });
    expect(await ledger(id)).toEqual([['ISSUE', 17_800]]);
    // An amount pays several rates: its sale carries no VAT (CGI 256 ter), that of its posting does.
    const amount = await sold({ isPostal: true });
    expect(await staff(amount.id)).toMatchObject({
      ...{ totalTTC: '86.00', totalVAT: '1.00', vatPurpose: 'MULTI_PURPOSE', balance: '80.00' },
    });
  });

  describe('mails', () => {
    const render = async (id: string) => {
      const { validityDate } = await staff(id);
      const documentId = randomUUID();
      await office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
        $case: 'rendered',
        value: {
          ...{ documentId, kind: 'ticketing.gift-voucher', subjectId: id },
          ...{ subjectResource: 'ticketing.gift-voucher', key: `voucher:${String(validityDate)}` },
        },
      });
      return documentId;
    };
    const untilMail = (key: string) =>
      eventually(
        () => {
          const mail = office.peers.mails.get(key);
          if (!mail) throw new Error(`no mail ${key}`);
          return mail;
        },
        { timeoutMs: 15_000 },
      );
    const lookAfter = () => {
      const { ctx } = office.service;
      return ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        lookAfterVouchers(tx, resourcesOf(ctx), '00000000-0000-0000-0000-000000000000'),
      );
    };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

    test('its PDF has code and key, goes to its buyer once, and at once to the recipient without a day', async () => {
      const { id, link } = await sold({ beneficiaryEmail: 'alix@example.test' });
      const page = await eventually(() => {
        const found = office.peers.pages.get(id);
        if (!found) throw new Error('nothing was rendered yet');
        return found;
      });
      const { code, validityDate } = await staff(id);
      expect(page).toMatchObject({ kind: 'ticketing.gift-voucher', key: `voucher:${String(validityDate)}` });
      const qrCodes = page.places.flatMap(({ content }) =>
        content?.$case === 'qrCode' ? [content.value.value] : [],
      );
      expect(qrCodes[0]).toMatch(new RegExp(`^${String(code)} (\\w{4}-){6}\\w{4}$`));
      expect(page.html).toContain('Bonne fête !');
      const documentId = await render(id);
      expect(await untilMail(`gift-voucher:${id}`)).toMatchObject({
        to: { address: CUSTOMER.email },
        documentIds: [documentId],
      });
      expect(await untilMail(`gift-voucher:${id}:gift`)).toMatchObject({
        to: { name: 'Alix', address: 'alix@example.test' },
        documentIds: [documentId],
      });
      await render(id);
      await eventually(async () => expect(await bought(link)).toMatchObject({ documentReady: true }));
      expect(await staff(id)).toMatchObject({ isSent: true });
      expect((await events(id)).map(({ $case }) => $case)).toEqual(['validated', 'sendingDue']);
      const pdf = await withLink('GET', '/voucher.pdf', link);
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    });

    test('it waits for the day that the buyer chose, and is sent on it once', async () => {
      const { id } = await sold({ beneficiaryEmail: 'alix@example.test', sendOn: inDays(10) });
      await render(id);
      await untilMail(`gift-voucher:${id}`);
      await lookAfter();
      expect(await staff(id)).toMatchObject({ isSent: false });
      await office.database.asSuperuser('UPDATE gift_voucher SET send_on = current_date WHERE id = $1', [id]);
      await Promise.all([lookAfter(), lookAfter()]);
      await lookAfter();
      await untilMail(`gift-voucher:${id}:gift`);
      expect((await events(id)).map(({ $case }) => $case)).toEqual(['validated', 'sendingDue']);
    });

    test('its holder is reminded once before the last day, and again after it was extended (R-199)', async () => {
      await settings({ days_before_gift_voucher_expiry: 30 });
      const { id } = await sold();
      await render(id);
      await eventually(async () => expect(await staff(id)).toMatchObject({ isSent: true }));
      await lookAfter();
      const reminders = async () => (await events(id)).filter(({ $case }) => $case === 'expiring').length;
      expect(await reminders()).toBe(0);
      await office.database.asSuperuser('UPDATE gift_voucher SET validity_date = $2 WHERE id = $1', [
        id,
        inDays(20),
      ]);
      await lookAfter();
      await lookAfter();
      expect(await reminders()).toBe(1);
      expect(await untilMail(`gift-voucher:${id}:reminder:${inDays(20)}`)).toMatchObject({
        to: { address: CUSTOMER.email },
      });
      expect((await go(id, 'extend', { input: { validityDate: inDays(25) } })).status).toBe(200);
      await eventually(() => expect(office.peers.editions.has(`${id} voucher:${inDays(25)}`)).toBe(true));
      await lookAfter();
      expect(await reminders()).toBe(2);
    });

    test('staff mail it again, once a minute, and note its posting there and back (R-044)', async () => {
      await office.staff(theatre.tenantId, 'POST', '/b/api/configuration/options', {
        ...{ name: 'Poste', totalTTC: '0.00', vat: '20', forPostalSend: true },
      });
      const { id } = await sold({ isPostal: true });
      const call = (action: string, rights?: string[]) =>
        office.staff<{ code?: string; postalSended?: boolean }>(
          theatre.tenantId,
          'POST',
          `${desk}/${id}/${action}`,
          undefined,
          rights ? { rights } : {},
        );
      expect((await call('resend')).body.code).toBe('gift-voucher.no-document');
      await render(id);
      await untilMail(`gift-voucher:${id}`);
      await eventually(async () => expect(await staff(id)).toMatchObject({ isSent: true }));
      const answers = await Promise.all([call('resend'), call('resend')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 429]);
      expect(
        [...office.peers.mails.keys()].filter((key) => key.startsWith(`gift-voucher:${id}:again`)),
      ).toHaveLength(1);
      expect((await call('resend', ['ticketing.gift-voucher.read'])).status).toBe(403);
      expect((await call('toggle-postal-sended')).body).toEqual({ postalSended: true });
      expect((await call('toggle-postal-sended')).body).toEqual({ postalSended: false });
      expect((await call('toggle-postal-sended', ['ticketing.gift-voucher.read'])).status).toBe(403);
    });

    test('an order that nobody paid is given up after a day', async () => {
      const { id } = (await order()).body.giftVoucher;
      await lookAfter();
      expect(await staff(id)).toMatchObject({ state: 'DRAFT' });
      await office.database.asSuperuser(
        `UPDATE gift_voucher SET created_at = now() - interval '25 hours' WHERE id = $1`,
        [id],
      );
      await lookAfter();
      expect(await staff(id)).toMatchObject({ state: 'CANCELED' });
    });

    test('its buyer is told of a cancellation and of its refund', async () => {
      const { id, paymentId } = await sold();
      await go(id, 'cancel');
      const cancellation = await untilMail(`gift-voucher:${id}:canceled`);
      expect(cancellation.text).toContain('80,00');
      await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
        $case: 'refunded',
        value: {
          ...{ paymentId, reservationId: '', giftVoucherId: id, refundId: randomUUID() },
          ...{
            amountMinor: 8000,
            method: 'CARD',
            refundedAt: new Date(),
            toRefundMinor: 0,
            refundedMinor: 8000,
          },
        },
      });
      expect((await untilMail(`refund:${paymentId}:8000:8000:card`)).kind).toBe(
        'ticketing.gift-voucher-refund-mail',
      );
    });
  });
});
