import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mailsV1, topics } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testCredentials,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { Mailbox } from '@coulisse/test-kit/mailbox';
import { MAIL_SENDER } from '../src/features/mail/mail-sender.port';
import { notification } from '../src/resources';
import { service } from '../src/service';
import { FakePeers } from './support/fake-peers';

jest.setTimeout(60_000);

const mailbox = new Mailbox(process.env.TEST_MAILBOX_URL ?? '');
const peers = new FakePeers();
const bus = new MemoryBus();
let database: TestDatabase;
let running: TestService;
let mails: ReturnType<typeof openClient<mailsV1.MailServiceDefinition>>;
beforeAll(async () => {
  await peers.start();
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, {
    database,
    bus,
    env: {
      DOCUMENTS_GRPC: peers.address,
      SMTP_URL: process.env.TEST_SMTP_URL ?? '',
    },
  });
  mails = openClient(mailsV1.MailServiceDefinition, running.grpcAddress, {
    credentials: testCredentials('ticketing'),
  });
});
afterAll(async () => {
  mails.close();
  await running.stop();
  await database.drop();
  peers.stop();
});
afterEach(() => jest.restoreAllMocks());

const mail = (changes: Partial<mailsV1.SendMailRequest> = {}): mailsV1.SendMailRequest => ({
  tenantId: randomUUID(),
  key: 'quote:1',
  kind: 'sales.quote-mail',
  to: { name: 'Zoé & <fils>', address: `${randomUUID()}@example.test` },
  fromName: 'Théâtre du Lac',
  subject: 'Devis D-2026-000012 & avenant',
  html: '<p>Bonjour</p>',
  text: 'Bonjour',
  language: 'fr',
  documentIds: [],
  fileIds: [],
  subjectRecord: { resource: 'sales.quote', id: randomUUID(), label: 'D-2026-000012' },
  ...changes,
});
const send = (request: mailsV1.SendMailRequest) => mails.client.sendMail(request, { deadlineMs: 20_000 });

test('a mail is sent once per key, with its documents', async () => {
  const documentId = randomUUID();
  peers.documents.set(documentId, {
    documentId,
    fileName: 'devis.pdf',
    mediaType: 'application/pdf',
    content: Buffer.from('%PDF-1.7'),
  });
  const request = mail({ documentIds: [documentId] });
  const first = await send(request);
  expect(first.accepted).toBe(true);
  expect(await send({ ...request, subject: 'Other' })).toEqual(first);
  const received = await mailbox.mailsTo(request.to!.address);
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received[0])).toContain('devis.pdf');
  expect(received[0]).toMatchObject({ subject: request.subject });
  const [row] = await database.asSuperuser(
    'SELECT kind, subject_label, success FROM notification WHERE id = $1',
    [first.notificationId],
  );
  expect(row).toEqual({
    kind: 'sales.quote-mail',
    subject_label: 'D-2026-000012',
    success: true,
  });
  // The same key of another tenant is another mail.
  expect((await send({ ...request, tenantId: randomUUID() })).notificationId).not.toBe(first.notificationId);
});

describe('files of a template (R-184)', () => {
  const tenantId = randomUUID();
  const stored = (content: Buffer, fileName: string, owner = 'ticketing') => {
    const fileId = randomUUID();
    const mediaType = 'application/pdf';
    peers.files.set(`${tenantId} ${owner} ${fileId}`, { fileName, mediaType, content });
    return fileId;
  };
  const attachmentsTo = async (address = '') =>
    (await mailbox.mailsTo(address)).flatMap(({ attachments }) => attachments);

  test('are attached after the documents, and read once for many mails', async () => {
    const documentId = randomUUID();
    const ticket = { documentId, fileName: 'billets.pdf', mediaType: 'application/pdf' };
    peers.documents.set(documentId, { ...ticket, content: Buffer.from('%PDF-1.7 tickets') });
    const fileIds = [
      stored(Buffer.from('%PDF-1.7 access'), 'Plan d’accès & « parking ».pdf'),
      stored(Buffer.from('%PDF-1.7 rules'), 'reglement.pdf'),
    ];
    const requests = Array.from({ length: 12 }, (_, index) =>
      mail({ tenantId, key: `batch:${index}`, documentIds: [documentId], fileIds }),
    );
    const before = peers.fileReads;
    await Promise.all(requests.map(send));
    expect(peers.fileReads - before).toBe(2);
    for (const { to } of requests)
      expect((await attachmentsTo(to?.address)).map(({ fileName, size }) => [fileName, size])).toEqual([
        ['billets.pdf', 16],
        ['Plan d’accès & « parking ».pdf', 15],
        ['reglement.pdf', 14],
      ]);
  });

  test('of another tenant or of another service are left out, as is one that is gone: the mail is sent', async () => {
    const ofSales = stored(Buffer.from('secret'), 'secret.pdf', 'sales');
    const ours = stored(Buffer.from('%PDF'), 'plan.pdf');
    for (const changes of [
      { tenantId, key: 'foreign:1', fileIds: [ofSales, randomUUID()] },
      { key: 'foreign:2', fileIds: [ours] },
    ]) {
      const request = mail(changes);
      expect((await send(request)).accepted).toBe(true);
      expect(await attachmentsTo(request.to?.address)).toEqual([]);
    }
  });

  test('that make a mail larger than mail servers take are refused with the limit, and the key stays free', async () => {
    const documentId = randomUUID();
    const document = { documentId, fileName: 'billets.pdf', mediaType: 'application/pdf' };
    peers.documents.set(documentId, { ...document, content: Buffer.alloc(12_000_000) });
    const request = mail({ tenantId, key: 'large', documentIds: [documentId] });
    const fileIds = [stored(Buffer.alloc(3_000_001), 'plan.pdf')];
    await expect(send({ ...request, fileIds })).rejects.toMatchObject({
      code: 'mail.too-large',
      params: { max: 15 },
    });
    const sender = jest
      .spyOn(running.container.get(MAIL_SENDER), 'send')
      .mockResolvedValueOnce({ accepted: true });
    expect((await send(request)).accepted).toBe(true);
    expect(sender).toHaveBeenCalledTimes(1);
  });

  test('that cannot be read now make the mail wait', async () => {
    // The call is repeated by its client before the mail is given up.
    peers.fileOutages = 100;
    const request = mail({ tenantId, key: 'later', fileIds: [stored(Buffer.from('%PDF'), 'plan.pdf')] });
    await expect(send(request)).rejects.toMatchObject({ code: 'service.unavailable' });
    peers.fileOutages = 0;
    expect((await send(request)).accepted).toBe(true);
    expect(await attachmentsTo(request.to?.address)).toHaveLength(1);
  });
});

const announced = (notificationId: string) =>
  bus
    .published('notifications.notification.v1')
    .map((message) => topics['notifications.notification.v1'].decode(message.value).event!.value)
    .filter((value) => value.notificationId === notificationId);

test('a sent mail is announced once, a refused one never', async () => {
  const sent = mail();
  const { notificationId } = await send(sent);
  await send(sent);
  const refusing = jest
    .spyOn(running.container.get(MAIL_SENDER), 'send')
    .mockResolvedValueOnce({ accepted: false, reason: '550 unknown' });
  const refused = await send(mail());
  refusing.mockRestore();
  const last = await send(mail({ subjectRecord: undefined }));
  await eventually(() => expect(announced(last.notificationId)).toMatchObject([{ subjectId: '' }]));
  const { resource, id } = sent.subjectRecord!;
  expect(announced(notificationId)).toEqual([
    { notificationId, kind: 'sales.quote-mail', subjectId: id, subjectResource: resource },
  ]);
  expect(announced(refused.notificationId)).toEqual([]);
});

test('two calls with one key at the same time send one mail', async () => {
  const request = mail();
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => send(request)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeLessThan(4);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'idempotency.conflict' });
  expect(await mailbox.mailsTo(request.to!.address)).toHaveLength(1);
  expect((await send(request)).accepted).toBe(true);
});

test('a mail server that does not answer leaves the key free', async () => {
  const sender = running.container.get(MAIL_SENDER);
  jest.spyOn(sender, 'send').mockRejectedValueOnce(new Problem('request.too-late'));
  const request = mail();
  await expect(send(request)).rejects.toMatchObject({ code: 'request.too-late' });
  expect((await send(request)).accepted).toBe(true);
  expect(await mailbox.mailsTo(request.to!.address)).toHaveLength(1);
});

test('a process that died while sending blocks the key for two minutes only', async () => {
  const request = mail();
  await database.asSuperuser(`INSERT INTO mail_key (tenant_id, caller, key) VALUES ($1, 'ticketing', $2)`, [
    request.tenantId,
    request.key,
  ]);
  await expect(send(request)).rejects.toMatchObject({ code: 'idempotency.conflict' });
  await database.asSuperuser(
    `UPDATE mail_key SET claimed_at = now() - interval '3 minutes' WHERE tenant_id = $1`,
    [request.tenantId],
  );
  expect((await send(request)).accepted).toBe(true);
});

test('a refusal of the mail server is final (R-154)', async () => {
  const sender = running.container.get(MAIL_SENDER);
  const spy = jest.spyOn(sender, 'send').mockResolvedValueOnce({ accepted: false, reason: '550 unknown' });
  const request = mail();
  const first = await send(request);
  expect(first.accepted).toBe(false);
  expect(await send(request)).toEqual(first);
  expect(spy).toHaveBeenCalledTimes(1);
});

test('a withdrawn document sends nothing', async () => {
  peers.documentsWithdrawn = true;
  const request = mail({ documentIds: [randomUUID()] });
  await expect(send(request)).rejects.toMatchObject({ code: 'document.gone' });
  peers.documentsWithdrawn = false;
  expect(await mailbox.mailsTo(request.to!.address)).toEqual([]);
});

test.each([
  'Ren&eacute;',
  `O'Neil "Bob" & <b>, Jr; x@y.example`,
  'محمد عبد الله',
  '👨‍👩‍👧‍👦 Martin',
  '🦄'.repeat(200),
])('a recipient and a subject with %j arrive as written, in encoded headers', async (name) => {
  const request = mail({ subject: name, subjectRecord: undefined });
  request.to!.name = name;
  expect(await send(request)).toMatchObject({ accepted: true });
  const received = await eventually(async () => {
    const [first] = await mailbox.mailsTo(request.to!.address);
    if (!first) throw new Error('no mail yet');
    return first;
  });
  expect(received.subject).toBe(name);
});

test.each<[string, Partial<mailsV1.SendMailRequest>]>([
  ['a name that is too long', { to: { name: '🦄'.repeat(201), address: 'a@example.test' } }],
  ['a line break in the subject', { subject: 'x\r\nBcc: victim@example.test' }],
  ['a line break in the name', { to: { name: 'x\r\nBcc: y', address: 'a@example.test' } }],
  ['two addresses', { to: { name: 'x', address: 'a@example.test, b@example.test' } }],
  ['no address', { to: undefined }],
  ['a line break in the sender', { fromName: 'x\nBcc: y' }],
  ['another language', { language: 'de' }],
  ['a key without text', { key: '' }],
  ['an odd kind', { kind: 'x' }],
  ['three files', { fileIds: Array.from({ length: 3 }, () => randomUUID()) }],
  ['eleven documents', { documentIds: Array.from({ length: 11 }, () => randomUUID()) }],
])('%s is refused', async (_name, changes) => {
  await expect(send(mail(changes))).rejects.toMatchObject({ code: 'request.malformed' });
});

test('the list names the template of a mail, and leaves an unknown one without a name', async () => {
  const tenantId = randomUUID();
  const staff = { tenantId, userId: randomUUID(), subject: tenantId, rights: ['notifications.*'] };
  const read = async (changes: Partial<mailsV1.SendMailRequest>) => {
    const { notificationId } = await send(mail({ tenantId, key: randomUUID(), ...changes }));
    const harness = serviceHarness(() => running, {});
    return (await harness.request(staff, 'GET', `/b/api/notifications/${notificationId}`)).body;
  };
  expect(await read({})).toMatchObject({ kind: 'sales.quote-mail', templateName: 'sales.quote-mail' });
  expect(await read({ kind: 'sales.other-mail' })).toMatchObject({
    kind: 'sales.other-mail',
    templateName: null,
  });
});

describe('as a resource', () => {
  describeResource(
    notification,
    serviceHarness(() => running, {
      make: async ({ tenantId }) => (await send(mail({ tenantId, key: randomUUID() }))).notificationId,
    }),
  );
});
