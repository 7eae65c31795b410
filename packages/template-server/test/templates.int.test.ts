import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { documentFilesV1, mailsV1 } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit/problem';
import { systemActor } from '@coulisse/service-kit/actor';
import { type SampleDatabase, sampleDatabase } from '@coulisse/sample/sample-database';
import { type ResourceServer, serveResources } from '@coulisse/sample/resource-server';
import { amount, list, templateKind, text } from '@coulisse/templates';
import type { Caller } from '@coulisse/test-kit/describe-resource';
import { servedTemplate, templateRoutes, Templates } from '../src';

jest.setTimeout(60_000);

const keywords = { quote: { number: text, lines: list({ label: text, totalHT: amount }) } };
const quotePdf = templateKind({ name: 'sales.quote', kind: 'pdf', keywords });
const quoteMail = templateKind({ name: 'sales.quote-mail', kind: 'mail', keywords });
const dataOf = (number: string) => ({ quote: { number, lines: [{ label: 'Décor', totalHT: 12_345 }] } });
/** Records by tenant. */
const records = new Map<string, string>();
const served = (kind: typeof quotePdf) =>
  servedTemplate({
    kind,
    sample: () => dataOf('D-2026-000001'),
    dataOf: async (tx, actor, id) => {
      if (!actor.rights.includes('*') && !actor.rights.includes('sales.quote.read'))
        throw new Problem('security.insufficient-privilege');
      const number = records.get(`${tx.tenantId} ${id}`);
      return number === undefined ? null : dataOf(number);
    },
  });
const texts = {
  fr: {
    'sales.quote': 'Devis',
    'sales.quote-mail': 'Envoi d’un devis',
    'sales.unknown': 'Inconnu',
    quote: 'Devis',
    'quote.number': 'Numéro du devis',
    'quote.lines': 'Lignes du devis',
    'quote.lines.label': 'Libellé de la ligne',
    'quote.lines.totalHT': 'Total hors taxes de la ligne',
  },
  en: {
    'sales.quote': 'Quote',
    'sales.quote-mail': 'Sending of a quote',
    'sales.unknown': 'Unknown',
    quote: 'Quote',
    'quote.number': 'Number of the quote',
    'quote.lines': 'Lines of the quote',
    'quote.lines.label': 'Label of the line',
    'quote.lines.totalHT': 'Total of the line without tax',
  },
};
const templates = new Templates({
  folder: join(__dirname, 'templates'),
  templates: [served(quotePdf), served(quoteMail)],
  texts,
});

const sent: mailsV1.SendMailRequest[] = [];
/** What the next mails fail with, or that the mail server refuses them. */
let mailFailure: Problem | 'refused' | null = null;
const pages: string[] = [];
/** Uploaded files by tenant. */
const storedFiles = new Map<string, documentFilesV1.FileDescription>();
const clients = {
  mails: {
    sendMail: async (mail: mailsV1.SendMailRequest) => {
      if (mailFailure instanceof Problem) throw mailFailure;
      sent.push(mail);
      return { notificationId: randomUUID(), accepted: mailFailure === null };
    },
  },
  files: {
    describeFiles: async ({ tenantId, fileIds }: documentFilesV1.DescribeFilesRequest) => ({
      files: fileIds.flatMap((id) => storedFiles.get(`${tenantId} ${id}`) ?? []),
    }),
  },
  rendering: {
    previewDocument: async ({ html }: { html: string }) => {
      pages.push(html);
      return { content: Buffer.from('%PDF-1.7') };
    },
  },
};

let database: SampleDatabase;
let server: ResourceServer;
let caller: Caller;
beforeAll(async () => {
  database = await sampleDatabase();
  const routes = templateRoutes(templates, {
    path: '/b/api/sale/templates',
    rights: 'sales.template',
    hasAttachments: true,
  });
  server = await serveResources(database.db, { resources: [], locales: { fr: {}, en: {} }, routes }, clients);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(() => {
  caller = {
    tenantId: randomUUID(),
    rights: ['sales.template.read', 'sales.template.update', 'sales.quote.read'],
  };
  sent.length = 0;
  mailFailure = null;
  pages.length = 0;
});

const PATH = '/b/api/sale/templates';
const PDF = `${PATH}/sales.quote/fr`;
const MAIL = `${PATH}/sales.quote-mail/fr`;
interface View {
  version: number;
  currentNumber: number | null;
  current: { source: string; subject: string | null };
  default: { source: string };
  keywords: { path: string; type: string }[];
  versions: { number: number; author: string; comment: string | null }[];
}
const get = async (path = PDF, as = caller) => server.request(as, 'GET', path);
const view = async (path = PDF, as = caller) => (await get(path, as)).body as View;
const save = (body: object, version: number | null = null, path = PDF, as = caller, headers = {}) =>
  server.request(as, 'PUT', path, {
    body,
    headers: { 'if-match': version === null ? '*' : `"${version}"`, ...headers },
  });

test('the default templates have no errors', () => templates.checkDefaults());

test('a missing default stops the start', () => {
  const kind = templateKind({ name: 'sales.unknown', kind: 'pdf', keywords });
  expect(
    () => new Templates({ folder: join(__dirname, 'templates'), templates: [served(kind)], texts }),
  ).toThrow(/ENOENT/);
});

test('a missing text of a kind or of a keyword stops the start', () => {
  const { 'quote.lines.label': _label, ...incomplete } = texts.en;
  expect(
    () =>
      new Templates({
        folder: join(__dirname, 'templates'),
        templates: [served(quotePdf)],
        texts: { ...texts, en: incomplete },
      }),
  ).toThrow('templates without texts: quote.lines.label (en)');
});

test('a tenant starts with the defaults', async () => {
  const { items } = (await get(PATH)).body as { items: { kind: string; currentNumber: number | null }[] };
  expect(items.map(({ kind }) => kind)).toEqual([
    'sales.quote',
    'sales.quote',
    'sales.quote-mail',
    'sales.quote-mail',
  ]);
  const template = await view();
  expect(template).toMatchObject({ version: 0, currentNumber: null, versions: [] });
  expect(template.current).toEqual(template.default);
  expect(template.keywords).toContainEqual({
    path: 'quote.lines.totalHT',
    type: 'amount',
    description: 'Total of the line without tax',
  });
  expect((await get(`${PATH}/sales.other/fr`)).status).toBe(404);
  expect((await get(`${PATH}/sales.quote/de`)).status).toBe(404);
  expect((await get(`${PATH}/constructor/fr`)).status).toBe(404);
});

test('versions are saved, used, listed and restored', async () => {
  expect((await save({ source: '<p>one {{quote.number}}</p>', comment: 'first' }, 0)).status).toBe(200);
  const second = await save({ source: '<p>two</p>' }, 1);
  expect(second.headers.etag).toBe('"2"');
  expect(await view()).toMatchObject({
    version: 2,
    currentNumber: 2,
    current: { source: '<p>two</p>' },
    versions: [
      { number: 2, author: 'Tess Tester', comment: null },
      { number: 1, comment: 'first' },
    ],
  });
  expect((await get(`${PDF}/versions/1`)).body).toEqual({
    source: '<p>one {{quote.number}}</p>',
    subject: null,
  });
  expect((await get(`${PDF}/versions/9`)).status).toBe(404);
  const restore = (number: number | null, version: number) =>
    server.request(caller, 'POST', `${PDF}/restore`, {
      body: { number },
      headers: { 'if-match': `"${version}"` },
    });
  expect((await restore(1, 2)).body).toMatchObject({ version: 3, currentNumber: 1 });
  expect((await restore(7, 3)).status).toBe(422);
  expect((await restore(null, 3)).body).toMatchObject({ version: 4, currentNumber: null });
  // The numbers go on: a version is never overwritten.
  expect((await save({ source: '<p>three</p>' }, 4)).body).toMatchObject({ currentNumber: 3 });
  const history = await database.asSuperuser<{ action: string }>(
    `SELECT action FROM kit.history WHERE tenant_id = '${caller.tenantId}' ORDER BY id`,
  );
  expect(history.map(({ action }) => action)).toEqual([
    'save-version',
    'save-version',
    'restore-version',
    'restore-version',
    'save-version',
  ]);
});

test('two people who save the same version: one wins', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) => save({ source: `<p>${n}</p>` }, 0)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  expect((await view()).versions).toHaveLength(1);
  const without = await server.request(caller, 'PUT', PDF, { body: { source: '<p></p>' } });
  expect(without.status).toBe(428);
});

test('a repeated request saves once', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await save({ source: '<p>once</p>' }, 0, PDF, caller, headers);
  const again = await save({ source: '<p>once</p>' }, 0, PDF, caller, headers);
  expect(again.text).toBe(first.text);
  expect((await view()).versions).toHaveLength(1);
});

test('a template with errors is refused with line and column', async () => {
  const answer = await save({ source: '<p>\n{{quote.nomber}}</p>' });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    code: 'template.invalid',
    errors: [
      { pointer: '/source', code: 'template.unknown-keyword-suggestion', params: { line: 2, column: 3 } },
    ],
  });
  expect((await view()).versions).toEqual([]);
  const checked = await server.request(caller, 'POST', `${MAIL}/check`, {
    body: {
      source: '<mjml><mj-body><mj-include path="/etc/passwd"/></mj-body></mjml>',
      subject: '{{quote.nope}}',
    },
  });
  expect(checked.body).toMatchObject({
    errors: [
      {
        pointer: '/source',
        line: 1,
        code: 'template.forbidden-element',
        detail: 'The element “mj-include” is not allowed.',
      },
      { pointer: '/subject', line: 1, column: 3 },
    ],
  });
  const noSubject = await save({ source: '<mjml><mj-body></mj-body></mjml>' }, null, MAIL);
  expect(noSubject.body).toMatchObject({ errors: [{ pointer: '/subject', code: 'template.empty' }] });
});

test.each(['<p>\u0000</p>', 5, null, ['x'], { a: 1 }])('a source %j is refused', async (source) => {
  expect((await save({ source })).status).toBe(422);
});
test('a source above the limit is refused', async () => {
  expect((await save({ source: 'x'.repeat(500_001) })).body).toMatchObject({ code: 'template.invalid' });
});

test('the preview shows invented data, a record, and a source that is not saved', async () => {
  const id = randomUUID();
  records.set(`${caller.tenantId} ${id}`, 'D & <b>');
  const preview = async (body: object, path = PDF) =>
    (await server.request(caller, 'POST', `${path}/preview`, { body })).body as {
      html: string;
      subject: string;
    };
  expect((await preview({})).html).toContain('<h1>Devis D-2026-000001</h1><p>Décor : 123,45');
  expect((await preview({ recordId: id })).html).toContain('<h1>Devis D &amp; &lt;b&gt;</h1>');
  expect((await preview({ source: '<i>{{quote.number}}</i>' })).html).toBe('<i>D-2026-000001</i>');
  expect(await preview({ recordId: id }, MAIL)).toMatchObject({
    subject: 'Devis D & <b>',
    text: 'Votre devis D & <b>',
  });
  expect(await preview({ recordId: randomUUID() })).toMatchObject({ code: 'http.404' });
  expect(await preview({ source: '{{x}}' })).toMatchObject({ code: 'template.invalid' });
  const pdf = await server.request(caller, 'POST', `${PDF}/preview.pdf`, { body: { recordId: id } });
  expect([pdf.text, pages[0]]).toEqual(['%PDF-1.7', expect.stringContaining('D &amp; &lt;b&gt;')]);
  expect((await server.request(caller, 'POST', `${MAIL}/preview.pdf`, { body: {} })).status).toBe(200);
  expect(pages.at(-1)).toContain('Votre devis D-2026-000001');
});

test('a test mail goes to the caller only', async () => {
  const send = (body: object, headers = {}) =>
    server.request(caller, 'POST', `${MAIL}/test`, { body, headers });
  expect((await send({ to: 'victim@example.test' })).status).toBe(422);
  expect((await send({})).status).toBe(204);
  expect(sent).toMatchObject([
    {
      to: { address: 'tess@example.test' },
      subject: 'Devis D-2026-000001',
      tenantId: caller.tenantId,
      language: 'fr',
    },
  ]);
  const headers = { 'idempotency-key': randomUUID() };
  await send({}, headers);
  await send({}, headers);
  expect(sent[1]!.key).not.toBe(sent[0]!.key);
  expect(sent[2]!.key).toBe(sent[1]!.key);
  expect((await server.request(caller, 'POST', `${PDF}/test`, { body: {} })).status).toBe(404);
});

test('a test mail that cannot be sent is reported (R-155)', async () => {
  const send = () => server.request(caller, 'POST', `${MAIL}/test`, { body: {} });
  mailFailure = new Problem('service.unavailable');
  expect(await send()).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
  mailFailure = 'refused';
  expect(await send()).toMatchObject({ status: 422, body: { code: 'template.test-send-failed' } });
  mailFailure = null;
  expect((await send()).status).toBe(204);
});

test('rights are required, for the template and for the record', async () => {
  const reader = { ...caller, rights: ['sales.template.read'] };
  const id = randomUUID();
  records.set(`${caller.tenantId} ${id}`, 'D-1');
  expect((await get(PDF, reader)).status).toBe(200);
  expect((await save({ source: '<p></p>' }, 0, PDF, reader)).status).toBe(403);
  expect((await server.request(reader, 'POST', `${MAIL}/test`, { body: {} })).status).toBe(403);
  expect((await server.request(reader, 'POST', `${PDF}/preview`, { body: { recordId: id } })).status).toBe(
    403,
  );
  expect((await get(PDF, { ...caller, rights: ['crm.tiers.read'] })).status).toBe(403);
});

test('another tenant sees, uses and changes nothing of it', async () => {
  await save({ source: '<p>secret</p>' }, 0);
  const other = { ...caller, tenantId: randomUUID() };
  expect(await view(PDF, other)).toMatchObject({ version: 0, currentNumber: null, versions: [] });
  expect((await get(`${PDF}/versions/1`, other)).status).toBe(404);
  expect((await save({ source: '<p>mine</p>' }, 0, PDF, other)).status).toBe(200);
  expect((await view()).current.source).toBe('<p>secret</p>');
});

test('a service renders the template that the tenant uses', async () => {
  const render = () =>
    database.db
      .inTenant(systemActor(caller.tenantId, 'test'), (tx) => templates.load(tx, quotePdf, 'fr'))
      .then((loaded) => templates.render(loaded, dataOf('D-7')));
  expect(await render()).toContain('Devis D-7');
  await save({ source: '<p>{{quote.number}}!</p>' }, 0);
  expect(await render()).toBe('<p>D-7!</p>');
  const long = {
    quote: {
      number: 'x',
      lines: Array.from({ length: 20_000 }, () => ({ label: 'y'.repeat(200), totalHT: 1 })),
    },
  };
  await save({ source: '{{#each quote.lines}}<p>{{label}}</p>{{/each}}' }, 1);
  const loaded = await database.db.inTenant(systemActor(caller.tenantId, 'test'), (tx) =>
    templates.load(tx, quotePdf, 'fr'),
  );
  let problem: unknown;
  try {
    templates.render(loaded, long);
  } catch (error) {
    problem = error;
  }
  expect(problem).toMatchObject({ code: 'template.output-too-large', status: 422 });
});

describe('files that go with the mails of a template (R-184)', () => {
  const uploaded = (changes: Partial<documentFilesV1.FileDescription> = {}, tenantId = caller.tenantId) => {
    const fileId = randomUUID();
    const file = { fileId, name: 'Plan d’accès.pdf', mediaType: 'application/pdf', size: 1_000 };
    storedFiles.set(`${tenantId} ${fileId}`, { ...file, rights: 'sales.template', ...changes });
    return fileId;
  };
  const attach = (files: unknown, version: number, path = MAIL, as = caller) =>
    server.request(as, 'PUT', `${path}/attachments`, {
      body: { files },
      headers: { 'if-match': `"${version}"` },
    });
  const names = async (as = caller) =>
    ((await view(MAIL, as)) as View & { attachments: { name: string }[] }).attachments.map(
      ({ name }) => name,
    );

  test('two at most; they are replaced and removed, and are in the history', async () => {
    const [plan, rules, third] = [
      uploaded(),
      uploaded({ name: 'reglement.png', mediaType: 'image/png' }),
      uploaded(),
    ];
    expect((await attach([plan], 0)).body).toMatchObject({ version: 1, currentNumber: null });
    expect((await attach([plan, rules], 1)).status).toBe(200);
    expect(await names()).toEqual(['Plan d’accès.pdf', 'reglement.png']);
    expect((await attach([plan, rules, third], 2)).body).toMatchObject({
      errors: [{ pointer: '/files', code: 'validation.choice-count' }],
    });
    expect((await attach([plan, plan], 2)).body).toMatchObject({
      errors: [{ pointer: '/files', code: 'validation.unique' }],
    });
    expect((await attach([rules], 1)).status).toBe(412);
    expect((await attach([third], 2)).status).toBe(200);
    expect((await attach([], 3)).status).toBe(200);
    expect(await names()).toEqual([]);
    const history = await database.asSuperuser<{ action: string; attachments: unknown }>(
      `SELECT action, changes->'attachments' AS attachments FROM kit.history WHERE tenant_id = '${caller.tenantId}' ORDER BY id`,
    );
    expect(history.map(({ action }) => action)).toEqual(Array(4).fill('change-attachments'));
    expect(history[1]?.attachments).toEqual(['Plan d’accès.pdf', 'Plan d’accès.pdf, reglement.png']);
  });

  test('they stay while versions change, and go with test mails, with a text that is not saved too', async () => {
    const plan = uploaded();
    await attach([plan], 0);
    const source = '<mjml><mj-body></mj-body></mjml>';
    await save({ source, subject: 'x' }, 1, MAIL);
    const restored = await server.request(caller, 'POST', `${MAIL}/restore`, {
      body: { number: null },
      headers: { 'if-match': '"2"' },
    });
    expect(restored.body).toMatchObject({ currentNumber: null, attachments: [{ id: plan }] });
    const { items } = (await get(PATH)).body as {
      items: { kind: string; locale: string; attachments: number }[];
    };
    expect(items.map(({ attachments }) => attachments)).toEqual([0, 0, 1, 0]);
    for (const body of [{}, { source, subject: 'x' }])
      await server.request(caller, 'POST', `${MAIL}/test`, { body });
    expect(sent.map(({ fileIds }) => fileIds)).toEqual([[plan], [plan]]);
    const kind = templates.served('sales.quote-mail').kind;
    const loaded = (tenantId: string, locale: 'fr' | 'en') =>
      database.db.inTenant(systemActor(tenantId, 'test'), async (tx) => {
        const statements = jest.spyOn(tx.sql, 'query');
        const { fileIds } = await templates.load(tx, kind, locale);
        return [fileIds, statements.mock.calls.length];
      });
    // The same statement finds the text and the files.
    expect(await loaded(caller.tenantId, 'fr')).toEqual([[plan], 1]);
    expect(await loaded(caller.tenantId, 'en')).toEqual([[], 1]);
  });

  test('only what was uploaded for templates of the tenant, of a type that mail programs open, 5 MB together', async () => {
    const other = { ...caller, tenantId: randomUUID() };
    const foreign = uploaded({}, other.tenantId);
    const wrong = [
      [foreign, 'validation.choice'],
      [uploaded({ rights: 'crm.tiers' }), 'validation.choice'],
      [uploaded({ mediaType: 'text/plain' }), 'validation.file-type'],
    ] as const;
    for (const [id, code] of wrong)
      expect((await attach([uploaded(), id], 0)).body).toMatchObject({
        errors: [{ pointer: '/files/1', code }],
      });
    const half = 2_500_000;
    expect((await attach([uploaded({ size: half }), uploaded({ size: half + 1 })], 0)).body).toMatchObject({
      code: 'template.attachments-too-large',
      params: { max: 5 },
    });
    expect((await attach([uploaded({ size: half }), uploaded({ size: half })], 0)).status).toBe(200);
    expect((await attach([foreign], 0, MAIL, other)).status).toBe(200);
    expect([(await names()).length, (await names(other)).length]).toEqual([2, 1]);
    expect((await attach([], 2, PDF)).status).toBe(404);
    const reader = { ...caller, rights: ['sales.template.read'] };
    expect((await attach([], 1, MAIL, reader)).status).toBe(403);
  });
});
