import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..');
const SINCE = '20261127100000';
const tenant = '0190a000-0000-7000-8000-000000000001';
const idOf = (number: number) => `0190a000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;

let folders: string;
const opened: TestDatabase[] = [];
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'coulisse-former-'));
});
afterAll(async () => {
  for (const database of opened) await database.drop();
  await rm(folders, { recursive: true, force: true });
});

/** The database of a service as it was before documents and mails lost their domain. */
async function formerDatabase(service: string): Promise<TestDatabase> {
  const folder = join(folders, service);
  for (const part of ['prisma', 'package.json'])
    await cp(join(root, 'services', service, part), join(folder, part), { recursive: true });
  const migrations = join(folder, 'prisma/migrations');
  for (const name of await readdir(migrations))
    if (/^\d/.test(name) && name >= SINCE) await rm(join(migrations, name), { recursive: true });
  const database = await testDatabase(folder);
  opened.push(database);
  return database;
}
const migrate = (service: string, database: TestDatabase) =>
  promisify(execFile)(process.execPath, [
    join(root, 'tools/migrate.mjs'),
    join(root, 'services', service),
    database.ownerUrl,
  ]);

test('former tickets are documents of ticketing, are not rendered again, and stay withdrawn', async () => {
  const database = await formerDatabase('documents');
  const columns = '(id, tenant_id, file_name, media_type, size, sha256, kind';
  await database.asSuperuser(`INSERT INTO document ${columns}, reservation_id, reservation_label) VALUES
    ('${idOf(1)}', '${tenant}', 'billets.pdf', 'application/pdf', 1, repeat('0', 64), 'TICKETS', '${idOf(11)}', 'R-2026-000001')`);
  await database.asSuperuser(`INSERT INTO document ${columns}, rendered_kind, subject_resource, subject_id, subject_label) VALUES
    ('${idOf(2)}', '${tenant}', 'devis.pdf', 'application/pdf', 1, repeat('1', 64), 'RENDERED', 'sales.quote', 'sales.quote', '${idOf(12)}', 'D-1')`);
  await database.asSuperuser(`INSERT INTO subject_document (id, tenant_id, kind, subject_id, document_id)
    VALUES ('${idOf(21)}', '${tenant}', 'TICKETS', '${idOf(11)}', '${idOf(1)}')`);
  await database.asSuperuser(`INSERT INTO withdrawn_subject (tenant_id, kind, subject_id)
    VALUES ('${tenant}', 'TICKETS', '${idOf(13)}')`);

  await migrate('documents', database);

  expect(
    await database.asSuperuser(
      'SELECT file_name, kind, subject_resource, subject_id, subject_label FROM document ORDER BY id',
    ),
  ).toEqual([
    {
      file_name: 'billets.pdf',
      kind: 'ticketing.tickets',
      subject_resource: 'ticketing.reservation',
      subject_id: idOf(11),
      subject_label: 'R-2026-000001',
    },
    {
      file_name: 'devis.pdf',
      kind: 'sales.quote',
      subject_resource: 'sales.quote',
      subject_id: idOf(12),
      subject_label: 'D-1',
    },
  ]);
  expect(
    await database.asSuperuser('SELECT caller, kind, subject_id, key, document_id FROM rendered_document'),
  ).toEqual([
    {
      caller: 'ticketing',
      kind: 'ticketing.tickets',
      subject_id: idOf(11),
      key: 'tickets',
      document_id: idOf(1),
    },
  ]);
  expect(await database.asSuperuser('SELECT caller, kind, subject_id FROM withdrawn_subject')).toEqual([
    { caller: 'ticketing', kind: 'ticketing.tickets', subject_id: idOf(13) },
  ]);
});

test('former mails are mails of ticketing, and their keys are used', async () => {
  const database = await formerDatabase('notifications');
  const former = [
    ['RESERVATION_TICKETS', 'ticketing.tickets-mail', 'tickets'],
    ['RESERVATION_CANCELED', 'ticketing.cancellation-mail', 'cancellation'],
    ['RESERVATION_REFUND', 'ticketing.refund-due-mail', 'refund-due'],
    ['PAYMENT_REFUNDED', 'ticketing.refund-mail', 'refund'],
  ] as const;
  for (const [index, [template]] of former.entries()) {
    await database.asSuperuser(`INSERT INTO notification (id, tenant_id, subject, email, type, template, reservation_id, reservation_label, message_id)
      VALUES ('${idOf(index)}', '${tenant}', 'Objet', 'zoe@example.test', 'EMAIL', '${template}', '${idOf(11)}', 'R-2026-000001', 'm${index}')`);
    await database.asSuperuser(`INSERT INTO message_key (id, tenant_id, template, subject_id, notification_id)
      VALUES ('${idOf(30 + index)}', '${tenant}', '${template}', '${idOf(20 + index)}', '${idOf(index)}')`);
  }
  await database.asSuperuser(`INSERT INTO notification (id, tenant_id, subject, email, type, template, mail_kind, message_id)
    VALUES ('${idOf(9)}', '${tenant}', 'Devis', 'zoe@example.test', 'EMAIL', 'SERVICE_MAIL', 'sales.quote-mail', 'm9')`);

  await migrate('notifications', database);

  expect(
    await database.asSuperuser(
      'SELECT id, kind, subject_resource, subject_id, subject_label FROM notification ORDER BY id',
    ),
  ).toEqual([
    ...former.map(([, kind], index) => ({
      id: idOf(index),
      kind,
      subject_resource: 'ticketing.reservation',
      subject_id: idOf(11),
      subject_label: 'R-2026-000001',
    })),
    {
      id: idOf(9),
      kind: 'sales.quote-mail',
      subject_resource: null,
      subject_id: null,
      subject_label: null,
    },
  ]);
  expect(
    await database.asSuperuser('SELECT caller, key, notification_id FROM mail_key ORDER BY notification_id'),
  ).toEqual(
    former.map(([, , prefix], index) => ({
      caller: 'ticketing',
      key: `${prefix}:${idOf(20 + index)}`,
      notification_id: idOf(index),
    })),
  );
});
