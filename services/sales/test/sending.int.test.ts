import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { settle } from '../src/features/bills/settlement.store';
import { createDefaults } from '../src/features/defaults/create-defaults.command';
import { startSalesWithPeers, type SalesWithPeers } from './support/sales-with-peers';

jest.setTimeout(60_000);

let sales: SalesWithPeers;
beforeAll(async () => {
  sales = await startSalesWithPeers();
});
afterAll(() => sales?.stop());

interface Answered {
  id: string;
  version: number;
  state: string;
  sentAt: string | null;
  sentTo: string | null;
  errors: { pointer: string; code: string; params: object }[];
  items: { action: string }[];
}
const TEMPLATE = '/b/api/sale/templates/sales.quote/fr';

/** A tenant with a posted quote. */
async function desk() {
  const tenantId = randomUUID();
  await sales.running.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
    createDefaults(tx, sales.running.ctx, {
      name: 'Théâtre Lumière',
      city: 'Lyon',
      address: '1 place Bellecour',
    }),
  );
  const token = sales.running.issuer.staffToken({
    userId: randomUUID(),
    subject: randomUUID(),
    tenantId,
    rights: ['*'],
  });
  const call = (method: string, path: string, body?: object, headers = {}) =>
    sales.running.request<Answered>(method, path.startsWith('/') ? path : `/b/api/sale/${path}`, {
      token,
      body,
      headers,
    });
  const items = [{ label: 'Cession & transport <aller>', unitPrice: '2450', vatRate: '5.5' }];
  const { body } = await call('POST', 'quotes', { title: 'Soirée', tiers: randomUUID(), items });
  const path = `quotes/${body.id}`;
  expect((await call('POST', `${path}/transitions/post`, {})).status).toBe(200);
  return {
    tenantId,
    path,
    call,
    send: (input: object) => call('POST', `${path}/transitions/send`, { input }),
    history: async () => (await call('GET', `${path}/history`)).body.items.map(({ action }) => action),
    page: () => [...sales.peers.pages.values()].filter((page) => page.tenantId === tenantId),
    mail: () => [...sales.peers.mails.values()].filter((mail) => mail.tenantId === tenantId),
  };
}

test('a quote is rendered with the template that the tenant changed, and mailed once', async () => {
  const { call, path, send, history, page, mail } = await desk();
  const { body } = await call('GET', TEMPLATE);
  const { source } = (body as unknown as { default: { source: string } }).default;
  const changed = source.replace('<h1>', '<p>Saison du centenaire</p><h1>');
  expect((await call('PUT', TEMPLATE, { source: changed }, { 'if-match': '"0"' })).status).toBe(200);
  sales.peers.outages = 1;
  const sent = await send({ message: 'Bonjour,\nvoici <notre> devis.' });
  expect([sent.status, sent.body.state, sent.body.sentTo]).toEqual([200, 'SENDED', 'compta@bayard.test']);
  await eventually(async () => expect(await history()).toContain('mailed'), { timeoutMs: 30_000 });
  expect([page().length, mail().length]).toEqual([1, 1]);
  const [{ html, fileName, subject }] = page() as [ReturnType<typeof page>[number]];
  expect(html).toContain('Saison du centenaire');
  expect(html).toContain('Cession &amp; transport &lt;aller&gt;');
  // In the look of the theatre: the document has the picture of its logo, the mail its address.
  expect(html).toContain('#0b5a3c');
  expect(html).toContain('src="data:image/webp;base64,TE9HT3NM"');
  expect(fileName).toMatch(/^devis-DE-\d{4}-00001\.pdf$/);
  expect(subject?.resource).toBe('sales.quote');
  const [letter] = mail();
  expect(letter).toMatchObject({
    to: { name: 'Maison Bayard', address: 'compta@bayard.test' },
    language: 'fr',
  });
  expect(letter!.subject).toMatch(/^Devis DE-\d{4}-00001 – Soirée$/);
  expect(letter!.html).toContain('voici &lt;notre&gt; devis.');
  expect(letter!.html).toContain('#08452e');
  expect(letter!.html).toContain('src="https://theatre.test/logo"');
  expect(letter!.documentIds).toHaveLength(1);
  // Sent again, to somebody else: another mail; the state stays.
  const again = await send({ to: 'nobody@bayard.test', subject: 'Relance' });
  expect([again.status, again.body.state, again.body.sentTo]).toEqual([200, 'SENDED', 'nobody@bayard.test']);
  await eventually(async () => expect(await history()).toContain('mail-refused'));
  expect(mail().map((each) => each.subject)).toContain('Relance');
  expect((await call('GET', path)).body.state).toBe('SENDED');
});

test('nothing is sent without an address, or with a wrong one; the state stays (R-028, R-029)', async () => {
  const { call, path, mail } = await desk();
  const sendTo = async (stored: string) => {
    const tiers = randomUUID();
    sales.crm.tiers.set(tiers, {
      ...{ kind: 'particular', name: 'Zoé', siren: '', vatNumber: '', email: stored, language: 'fr' },
      ...{ addressLines: [], zipCode: '69001', city: 'Lyon', country: 'FR' },
    });
    const items = [{ label: 'Cession', unitPrice: '10', vatRate: '5.5' }];
    const { body } = await call('POST', 'quotes', { title: 'Soirée', tiers, items });
    await call('POST', `quotes/${body.id}/transitions/post`, {});
    const refused = await call('POST', `quotes/${body.id}/transitions/send`, { input: {} });
    expect((await call('GET', `quotes/${body.id}`)).body.state).toBe('POSTED');
    return [refused.status, refused.body.errors];
  };
  expect(await sendTo('')).toMatchObject([422, [{ pointer: '/input/to', code: 'email.missing' }]]);
  for (const stored of ['zoe', 'zoe@', 'zoe@bayard.test\nBcc: all@bayard.test'])
    expect(await sendTo(stored)).toMatchObject([422, [{ pointer: '/input/to', code: 'email.invalid' }]]);
  const wrong = await call('POST', `${path}/transitions/send`, { input: { to: 'a@b\nBcc: c@d.fr' } });
  expect([wrong.status, wrong.body.errors[0]?.pointer]).toEqual([422, '/input/to']);
  expect((await call('GET', path)).body.state).toBe('POSTED');
  expect(mail()).toEqual([]);
});

test('a template with an unknown keyword or a loop in itself is refused with line and column', async () => {
  const { call } = await desk();
  const save = (source: string) => call('PUT', TEMPLATE, { source }, { 'if-match': '"0"' });
  const unknown = await save('<p>\n{{document.password}}</p>');
  expect([unknown.status, unknown.body.errors[0]]).toMatchObject([422, { params: { line: 2 } }]);
  expect((await save('{{> self}}')).status).toBe(422);
  // Previews read records by the rights of their reader.
  const preview = await call('POST', `${TEMPLATE}/preview`, { recordId: randomUUID() });
  expect(preview.status).toBe(404);
});

test('a proforma is mailed before there is a seller or a buyer on it', async () => {
  const { call, page } = await desk();
  const items = [{ label: 'Atelier', unitPrice: '10', vatRate: '20' }];
  const { body } = await call('POST', 'bills', { title: 'Atelier', tiers: randomUUID(), items });
  expect((await call('POST', `bills/${body.id}/transitions/proforma`, {})).status).toBe(200);
  const sent = await call('POST', `bills/${body.id}/transitions/send_proforma`, { input: {} });
  expect([sent.status, sent.body.state]).toEqual([200, 'PROFORMA_SENDED']);
  await eventually(async () =>
    expect(page().map(({ html }) => html)).toEqual([expect.stringContaining('Facture proforma')]),
  );
  expect(page()[0]!.html).toContain('Maison Bayard');
});

test('a bill that is paid, in part or in full, is mailed again and stays as it is', async () => {
  const { call, tenantId, mail } = await desk();
  const items = [{ label: 'Atelier', unitPrice: '100', vatRate: '20' }];
  const { body } = await call('POST', 'bills', { title: 'Atelier', tiers: randomUUID(), items });
  const path = `bills/${body.id}`;
  await call('POST', `${path}/transitions/post`, {});
  const [sourceId, actor] = [randomUUID(), systemActor(tenantId, 'test')];
  const paid = async (version: number, amountMinor: number) => {
    await sales.running.ctx.db.inTenant(actor, (tx) =>
      settle(tx, sales.running.ctx, { billId: body.id, source: 'PAYMENT', sourceId, version, amountMinor }),
    );
    return (await call('GET', path)).body.state;
  };
  const send = async (subject: string) => {
    const sent = await call('POST', `${path}/transitions/send`, { input: { subject } });
    await eventually(() => expect(mail().map((each) => each.subject)).toContain(subject));
    return [sent.status, sent.body.state, sent.body.sentAt] as const;
  };
  expect(await paid(1, 5000)).toBe('PARTIALLY_PAID');
  const [status, state, first] = await send('Rappel');
  expect([status, state, first]).toEqual([200, 'PARTIALLY_PAID', expect.any(String)]);
  expect(await paid(2, 12000)).toBe('PAID');
  const [again, still, second] = await send('Acquittée');
  expect([again, still, String(second) > String(first)]).toEqual([200, 'PAID', true]);
  expect(mail()).toHaveLength(2);
  // Marking by hand is for bills that are not paid.
  const byHand = ['move_to_sended', 'back_to_posted'].map((name) =>
    call('POST', `${path}/transitions/${name}`, {}),
  );
  expect((await Promise.all(byHand)).map((answer) => answer.status)).toEqual([409, 409]);
  // The payment is taken back: the bill was sent.
  expect(await paid(3, 0)).toBe('SENDED');
});
