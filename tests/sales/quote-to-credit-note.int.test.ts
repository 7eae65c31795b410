import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { openOffice, type Answered, type Desk, type Office } from './office';

jest.setTimeout(120_000);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.stop());

const line = (
  group: string,
  [label, quantity, unitPrice, vatRate]: readonly [string, string, string, string],
  changes: object = {},
) => ({ group, label, quantity, unitPrice, vatRate, ...changes });
const [SHOW, STAGE] = ['/groups/0', '/groups/1'];
/** Twelve lines, four rates, two groups, an option, discounts on lines and on the total. */
const QUOTE = {
  ...{ title: 'Soirée des partenaires', depositPercent: '30' },
  groups: [{ label: 'Spectacle' }, { label: 'Technique' }],
  items: [
    line(SHOW, ['Cession du spectacle', '1', '2450', '5.5']),
    line(SHOW, ['Représentation scolaire', '2', '380.50', '5.5']),
    line(SHOW, ['Programmes', '3', '10.01', '20']),
    line(SHOW, ['Affiches', '1', '299.33', '20']),
    line(SHOW, ['Captation photo', '1', '179.33', '20']),
    line(SHOW, ['Transport du décor', '1', '99.34', '20']),
    line(STAGE, ['Régisseur', '4', '62.5', '20']),
    line(STAGE, ['Habilleuse', '7.5', '48', '20'], { discount: '5' }),
    line(STAGE, ['Repas des artistes', '12', '14.9', '10']),
    line(STAGE, ['Livrets', '1', '33.33', '2.1']),
    line(STAGE, ['Location de son', '1', '640', '20'], { discount: '12.5' }),
    line(STAGE, ['Captation vidéo', '1', '450', '20'], { option: 'proposed' }),
  ],
  ...{ discountKind: 'percent', discountValue: '10' },
};
const year = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', year: 'numeric' }).format(
  new Date(),
);
const PAID = { method: 'TRANSFER', date: '2026-01-02' };
const ACCEPTED = { signedOn: '2026-01-02', signedBy: 'Mme Bayard' };

const totals = ({ totalHT, totalVAT, totalTTC }: Answered) => [totalHT, totalVAT, totalTTC];
const vat = ({ vatTable }: Answered) => vatTable.map(({ rate, base, vat: tax }) => [rate, base, tax]);
const lineOf = ({ items }: Answered, label: string) => items.find((item) => item.label === label)!.id;
const stateIs = (desk: Desk, path: string, state: string) =>
  eventually(async () => expect((await desk.read(path)).state).toBe(state));
const oneLine = (desk: Desk, unitPrice: string, changes: object = {}) => ({
  ...{ title: 'Location de costumes', tiers: desk.tiers, ...changes },
  items: [{ label: 'Costumes', quantity: '1', unitPrice, vatRate: '20' }],
});
/** A payment of bills that is valid as soon as payments knows them. */
const pay = async (desk: Desk, amount: string, items: readonly [bill: string, amount: string][]) => {
  const { id } = await desk.create('manual-payments', {
    ...{ tiers: desk.tiers, ...PAID, amount },
    items: items.map(([bill, part]) => ({ bill, amount: part })),
  });
  return eventually(() => desk.move(`manual-payments/${id}`, 'valid'));
};

test('a quote becomes a deposit and a balance, is paid in two parts, and partly credited', async () => {
  const desk = await office.tenant();
  // Its bills belong to the reservation of the quote.
  const reservation = randomUUID();
  const draft = await desk.create('quotes', { ...QUOTE, tiers: desk.tiers, reservation });
  const quotePath = `quotes/${draft.id}`;
  expect([draft.code, ...totals(draft)]).toEqual([null, '4664.84', '492.46', '5157.30']);
  expect(draft.groups.map(({ totalHT }) => totalHT)).toEqual(['3819.03', '1364.13']);
  expect(draft.items.at(-1)).toMatchObject({ totalHT: '450.00', group: draft.groups[1]!.id });

  const posted = await desk.move(quotePath, 'post');
  expect([posted.code, posted.seller?.name, posted.buyer?.name]).toEqual([
    `DE-${year}-00001`,
    'Théâtre Lumière',
    'Maison Bayard',
  ]);
  await desk.move(quotePath, 'move_to_sended');
  const wrong = await desk.refused(quotePath, 'accept', {
    ...ACCEPTED,
    chosenOptions: [lineOf(posted, 'Affiches')],
  });
  expect([wrong.status, wrong.body.errors[0]]).toMatchObject([
    422,
    { pointer: '/input/chosenOptions/0', code: 'validation.choice' },
  ]);
  const accepted = await desk.move(quotePath, 'accept', {
    ...ACCEPTED,
    chosenOptions: [lineOf(posted, 'Captation vidéo')],
  });
  expect(totals(accepted)).toEqual(['5069.84', '573.46', '5643.30']);
  expect(accepted.totalLeftToBill).toBe('5069.84');

  const { billId: depositId } = await desk.move(quotePath, 'bill_deposit', {});
  expect((await desk.refused(quotePath, 'bill_balance')).body).toMatchObject({ code: 'quote.draft-deposit' });
  const deposit = await desk.move(`bills/${depositId}`, 'post');
  expect(deposit).toMatchObject({ reservation: { id: reservation } });
  expect([deposit.code, deposit.isDeposit, ...totals(deposit)]).toEqual([
    `FA-${year}-00001`,
    true,
    ...['1520.95', '172.04', '1692.99'],
  ]);
  expect(vat(deposit)).toEqual([
    ['20', '596.71', '119.34'],
    ['10', '48.27', '4.83'],
    ['5.5', '866.97', '47.68'],
    ['2.1', '9.00', '0.19'],
  ]);

  const { billId: balanceId } = await desk.move(quotePath, 'bill_balance');
  expect((await desk.refused(quotePath, 'bill_balance')).body).toMatchObject({ code: 'quote.billed' });
  const balance = await desk.move(`bills/${balanceId}`, 'post');
  expect(balance).toMatchObject({ reservation: { id: reservation } });
  expect([balance.code, ...totals(balance)]).toEqual([`FA-${year}-00002`, '3548.89', '401.42', '3950.31']);
  expect(vat(balance)).toEqual([
    ['20', '1392.31', '278.46'],
    ['10', '112.65', '11.26'],
    ['5.5', '2022.93', '111.26'],
    ['2.1', '21.00', '0.44'],
  ]);
  expect(balance.deposits).toHaveLength(4);
  expect(balance.deposits[0]!.label).toContain(`FA-${year}-00001`);
  expect(balance.items.map(({ quoteItem }) => quoteItem)).toEqual(accepted.items.map(({ id }) => id));
  expect(await desk.read(quotePath)).toMatchObject({ totalBilled: '5069.84', totalLeftToBill: '0.00' });

  const first = await pay(desk, '2692.99', [
    [depositId, '1692.99'],
    [balanceId, '1000.00'],
  ]);
  expect(first.code).toBe(`RE-${year}-00001`);
  await stateIs(desk, `bills/${depositId}`, 'PAID');
  await stateIs(desk, `bills/${balanceId}`, 'PARTIALLY_PAID');
  expect(await desk.read(`bills/${balanceId}`)).toMatchObject({
    amountPaid: '1000.00',
    amountLeft: '2950.31',
  });
  const second = await pay(desk, '2950.31', [[balanceId, '2950.31']]);
  expect(second.code).toBe(`RE-${year}-00002`);
  await stateIs(desk, `bills/${balanceId}`, 'PAID');

  const avoir = await desk.create('avoirs', {
    ...{ bill: balanceId, reason: 'Prestation réduite' },
    items: [
      { billItem: lineOf(balance, 'Habilleuse'), label: 'Habilleuse', quantity: '2.5', unitPrice: '1' },
      {
        billItem: lineOf(balance, 'Représentation scolaire'),
        label: 'Représentation scolaire',
        quantity: '1',
      },
    ],
  });
  expect(vat(avoir)).toEqual([
    ['20', '102.60', '20.52'],
    ['5.5', '342.45', '18.83'],
  ]);
  const avoirPath = `avoirs/${avoir.id}`;
  expect((await desk.move(avoirPath, 'post')).code).toBe(`AV-${year}-00001`);
  expect(await desk.read(quotePath)).toMatchObject({ totalBilled: '4624.79', totalLeftToBill: '445.05' });
  await desk.move(avoirPath, 'refund', { ...PAID, amount: '242.20', reference: 'VIR-1' });

  const next = await desk.create('bills', oneLine(desk, '1000'));
  const early = { bill: next.id, amount: '242.20' };
  expect((await desk.refused(avoirPath, 'deduct', early)).body.errors).toMatchObject([
    { pointer: '/input/bill', code: 'avoir.bill-not-issued' },
  ]);
  expect((await desk.move(`bills/${next.id}`, 'post')).code).toBe(`FA-${year}-00003`);
  expect((await desk.refused(avoirPath, 'deduct', { ...early, amount: '242.21' })).body.errors).toMatchObject(
    [{ pointer: '/input/amount', code: 'avoir.above-left', params: { left: '242.20' } }],
  );
  const settled = await desk.move(avoirPath, 'deduct', early);
  expect([settled.state, settled.amountLeft, settled.uses.map(({ kind, amount }) => [kind, amount])]).toEqual(
    [
      'SETTLED',
      '0.00',
      [
        ['REFUNDED', '242.20'],
        ['DEDUCTED', '242.20'],
      ],
    ],
  );
  expect(await desk.read(`bills/${next.id}`)).toMatchObject({
    ...{ state: 'PARTIALLY_PAID', amountCredited: '242.20', amountLeft: '957.80' },
  });
  // Payments learns of the deduction, too, and refuses more than what is left. The draft bill keeps this payment refused
  // until the event has arrived.
  const unissued = await desk.create('bills', oneLine(desk, '1'));
  const tooMuch = await desk.create('manual-payments', {
    ...{ tiers: desk.tiers, ...PAID, amount: '1200.00' },
    items: [
      { bill: next.id, amount: '957.81' },
      { bill: unissued.id, amount: '0.01' },
    ],
  });
  await eventually(async () => {
    const { body } = await desk.refused(`manual-payments/${tooMuch.id}`, 'valid');
    expect(body.errors).toMatchObject([
      { pointer: '/items/0/amount', code: 'bill.above-left', params: { left: '957.80' } },
      { pointer: '/items/1/bill', code: 'transition.bill-not-issued' },
    ]);
  });
  await pay(desk, '957.80', [[next.id, '957.80']]);
  await stateIs(desk, `bills/${next.id}`, 'PAID');
  // A refund of the second payment takes the bill back.
  await desk.move(`manual-payments/${second.id}`, 'partially_refund', { ...PAID, amount: '0.31' });
  await stateIs(desk, `bills/${balanceId}`, 'PARTIALLY_PAID');
});

test('what a customer paid too much settles the next bill; a paid bill is mailed once more', async () => {
  const desk = await office.tenant();
  const mails = () => [...office.peers.mails.values()].filter(({ tenantId }) => tenantId === desk.tenantId);
  const bills = [
    await desk.create('bills', oneLine(desk, '100')),
    await desk.create('bills', oneLine(desk, '50')),
  ];
  const [first, next] = bills.map(({ id }) => `bills/${id}`) as [string, string];
  const [{ id: firstId }, { id: nextId }] = bills as [Answered, Answered];
  await desk.move(first, 'post');
  const payment = await pay(desk, '200.00', [[firstId, '120.00']]);
  expect(payment.amountFree).toBe('80.00');
  await stateIs(desk, first, 'PAID');

  const path = `manual-payments/${payment.id}`;
  const early = await desk.refused(path, 'allocate', { bill: nextId, amount: '60.00' });
  expect([early.status, early.body.errors]).toMatchObject([
    422,
    [{ pointer: '/input/bill', code: 'avoir.bill-not-issued' }],
  ]);
  await desk.move(next, 'post');
  const part = await eventually(() => desk.move(path, 'allocate', { bill: nextId, amount: '45.00' }));
  expect([part.state, part.amountFree]).toEqual(['VALIDATED', '35.00']);
  await stateIs(desk, next, 'PARTIALLY_PAID');
  await desk.move(path, 'allocate', { bill: nextId, amount: '15.00' });
  await stateIs(desk, next, 'PAID');

  for (const count of [1, 2]) {
    const sent = await desk.move(next, 'send', {});
    expect(sent.state).toBe('PAID');
    await eventually(() => expect(mails()).toHaveLength(count));
  }

  // The way back: the bill was sent, so it is again. Its money is free for another one.
  const freed = await desk.move(path, 'release', { bill: nextId, amount: '60.00' });
  expect([freed.state, freed.amountFree]).toEqual(['VALIDATED', '80.00']);
  await stateIs(desk, next, 'SENDED');
  expect(await desk.read(next)).toMatchObject({ amountPaid: '0.00', amountLeft: '60.00' });
  await desk.move(path, 'allocate', { bill: nextId, amount: '60.00' });
  await stateIs(desk, next, 'PAID');
  // Twenty euros were free; the rest of the refund is taken from the last bill.
  await desk.move(path, 'partially_refund', { ...PAID, amount: '30.00' });
  await stateIs(desk, next, 'PARTIALLY_PAID');
  expect([(await desk.read(next)).amountPaid, (await desk.read(first)).state]).toEqual(['50.00', 'PAID']);
});

test('the vectors of deposits and discounts, through the services', async () => {
  const desk = await office.tenant();
  const vector = async (rows: readonly [price: string, rate: string][], changes: object = {}) => {
    const items = rows.map(([unitPrice, vatRate]) => ({ label: 'Ligne', unitPrice, vatRate }));
    return desk.create('quotes', { title: 'Vecteur', tiers: desk.tiers, items, ...changes });
  };
  expect(
    totals(
      await vector([
        ['299.33', '20'],
        ['179.33', '20'],
        ['99.34', '20'],
      ]),
    ),
  ).toEqual([...['578.00', '115.60', '693.60']]);
  expect(totals(await vector([['45', '5.5']], { priceEntry: 'TTC' }))).toEqual(['42.65', '2.35', '45.00']);
  const discounted = await vector(
    [
      ['100', '20'],
      ['50', '5.5'],
      ['33.33', '2.1'],
    ],
    {
      ...{ discountKind: 'HT', discountValue: '10' },
    },
  );
  expect(discounted.vatTable.map(({ discount, base, vat: tax }) => [discount, base, tax])).toEqual([
    ['5.45', '94.55', '18.91'],
    ['2.73', '47.27', '2.60'],
    ['1.82', '31.51', '0.66'],
  ]);
  expect(totals(discounted)).toEqual(['173.33', '22.17', '195.50']);
  const quote = await vector([
    ['100', '20'],
    ['50', '5.5'],
  ]);
  await desk.move(`quotes/${quote.id}`, 'post');
  await desk.move(`quotes/${quote.id}`, 'accept', ACCEPTED);
  const above = await desk.refused(`quotes/${quote.id}`, 'bill_deposit', { amountTTC: '172.76' });
  expect(above.body.errors).toMatchObject([{ pointer: '/input/amountTTC', params: { left: '172.75' } }]);
  const both = await desk.refused(`quotes/${quote.id}`, 'bill_deposit', { amountTTC: '1.00', percent: '1' });
  expect(both.body.errors[0]).toMatchObject({ pointer: '/input/amountTTC', code: 'quote.deposit-twice' });
  const none = await desk.refused(`quotes/${quote.id}`, 'bill_deposit', {});
  expect(none.body.errors).toMatchObject([{ pointer: '/input/percent', code: 'validation.not-blank' }]);
  const { billId } = await desk.move(`quotes/${quote.id}`, 'bill_deposit', { percent: '30' });
  const deposit = await desk.read(`bills/${billId}`);
  expect([vat(deposit), deposit.totalTTC]).toEqual([
    [
      ['20', '30.00', '6.00'],
      ['5.5', '15.00', '0.83'],
    ],
    '51.83',
  ]);
});

test('a sent quote is replaced by a version; the old one stays readable, and comes back', async () => {
  const desk = await office.tenant();
  const draft = await desk.create('quotes', { ...QUOTE, tiers: desk.tiers });
  const path = `quotes/${draft.id}`;
  await desk.move(path, 'post');
  await desk.move(path, 'move_to_sended');
  const locked = await desk.call('PATCH', path, { title: 'Autre' }, { 'if-match': '"3"' });
  expect([locked.status, locked.body.errors]).toMatchObject([
    409,
    [{ pointer: '/title', code: 'record.locked-field' }],
  ]);
  const { versionId } = await desk.move(path, 'revise');
  const old = await desk.read(path);
  const version = await desk.read(`quotes/${versionId}`);
  expect([old.state, version.state, version.code, totals(version)]).toEqual([
    'REPLACED',
    'DRAFT',
    `DE-${year}-00001-V2`,
    totals(old),
  ]);
  expect(version.items.map(({ group }) => group)).toEqual(
    old.items.map(({ group }) => version.groups[old.groups.findIndex(({ id }) => id === group)]!.id),
  );
  expect((await desk.refused(path, 'accept', ACCEPTED)).status).toBe(409);
  expect((await desk.refused(path, 'restore')).body).toMatchObject({ code: 'quote.has-version' });
  expect((await desk.call('DELETE', path)).status).toBe(409);
  const removed = await desk.call('DELETE', `quotes/${versionId}`, undefined, {
    'if-match': `"${version.version}"`,
  });
  expect(removed.status).toBe(204);
  expect((await desk.move(path, 'restore')).state).toBe('POSTED');
  // The deleted draft took no number of the series.
  const other = await desk.create('quotes', { ...QUOTE, tiers: desk.tiers });
  expect((await desk.move(`quotes/${other.id}`, 'post')).code).toBe(`DE-${year}-00002`);
});

test('numbers have no gap: twelve bills at once, a third of them refused after their check', async () => {
  const desk = await office.tenant();
  const incomplete = desk.tiers;
  office.crm.tiers.set(incomplete, {
    ...{ kind: 'society', name: 'Sans SIREN', siren: '', vatNumber: '', email: '', language: 'fr' },
    ...{ addressLines: [], zipCode: '', city: '', country: 'FR' },
  });
  const other = { ...desk, tiers: crypto.randomUUID() };
  const bills = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      desk.create('bills', oneLine(index % 3 === 0 ? desk : other, '10')),
    ),
  );
  const answers = await Promise.all(bills.map(({ id }) => desk.refused(`bills/${id}`, 'post')));
  expect(answers.map(({ status }) => status)).toEqual(bills.map((_, index) => (index % 3 === 0 ? 422 : 200)));
  expect(answers[0]!.body.errors).toMatchObject([{ pointer: '/tiers', code: 'bill.buyer-incomplete' }]);
  expect(answers.flatMap(({ status, body }) => (status === 200 ? [body.code] : [])).sort()).toEqual(
    Array.from({ length: 8 }, (_, index) => `FA-${year}-0000${index + 1}`),
  );
  // Two people post the same bill: one wins, the other learns what changed.
  const shared = await desk.create('bills', oneLine(other, '10'));
  const both = await Promise.all([1, 2].map(() => desk.refused(`bills/${shared.id}`, 'post')));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('credit notes take nothing twice, and an issued document is not deleted', async () => {
  const desk = await office.tenant();
  const { id } = await desk.create('bills', oneLine(desk, '100'));
  const draft = await desk.call('POST', 'avoirs', { bill: id, reason: 'Trop tôt' });
  expect(draft.body.errors).toMatchObject([{ pointer: '/bill', code: 'avoir.bill-not-issued' }]);
  await desk.move(`bills/${id}`, 'post');
  expect((await desk.call('DELETE', `bills/${id}`)).status).toBe(409);
  // Without lines: all of the bill. Two drafts may exist, one of them is issued.
  const notes = [
    await desk.create('avoirs', { bill: id, reason: 'a' }),
    await desk.create('avoirs', { bill: id, reason: 'b' }),
  ];
  expect(notes.map(({ totalTTC }) => totalTTC)).toEqual(['120.00', '120.00']);
  const posted = await Promise.all(notes.map((note) => desk.refused(`avoirs/${note.id}`, 'post')));
  expect(posted.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(posted.find(({ status }) => status === 422)!.body.errors).toMatchObject([
    { pointer: '/items/0/quantity', code: 'avoir.quantity-above-left', params: { left: '0' } },
  ]);
  const issued = notes[posted.findIndex(({ status }) => status === 200)]!;
  const deductions = await Promise.all(
    [1, 2].map(() => desk.refused(`avoirs/${issued.id}`, 'deduct', { bill: id, amount: '80.00' })),
  );
  expect(deductions.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await desk.read(`bills/${id}`)).toMatchObject({ state: 'PARTIALLY_PAID', amountLeft: '40.00' });
});
