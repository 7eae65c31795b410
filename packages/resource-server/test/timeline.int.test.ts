import { randomUUID } from 'node:crypto';
import type { documentFilesV1 } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import { gadget } from '@coulisse/sample/resources/gadget.resource';
import { serveResources, type ResourceServer } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import * as resources from '@coulisse/sample/resources';

jest.setTimeout(30_000);

const attachable: ResourceDefinition = { ...gadget, attachable: true };
const [ours, theirs] = [randomUUID(), randomUUID()];
const owner = { tenantId: ours, rights: ['*'] };
const stranger = { tenantId: theirs, rights: ['*'] };
const reader = { tenantId: ours, rights: ['sample.gadget.read'] };

/** The files of the fake documents service, by tenant. */
const filesByTenant = new Map<string, documentFilesV1.FileDescription[]>();
const files = {
  describeFiles: async ({ tenantId, fileIds }: documentFilesV1.DescribeFilesRequest) => ({
    files: (filesByTenant.get(tenantId) ?? []).filter(({ fileId }) => fileIds.includes(fileId)),
  }),
};

let sample: SampleDatabase;
let server: ResourceServer;
let path = '';

beforeAll(async () => {
  sample = await sampleDatabase();
  const others = Object.values(resources).filter((resource) => resource.name !== gadget.name);
  server = await serveResources(sample.db, { resources: [attachable, ...others] }, { files });
  path = `/b/api/${gadget.path}`;
}, 60_000);
afterAll(async () => {
  await server.close();
  await sample.drop();
});

const upload = (tenantId: string, name: string, rights = 'sample.gadget'): string => {
  const fileId = randomUUID();
  const file = { fileId, name, mediaType: 'application/pdf', size: 1234, rights };
  filesByTenant.set(tenantId, [...(filesByTenant.get(tenantId) ?? []), file]);
  return fileId;
};
const make = async (): Promise<string> => {
  const body = { name: 'Poulie', price: '12.00', kind: 'TOOL' };
  const answer = await server.request(owner, 'POST', path, { body });
  return (answer.body as { id: string }).id;
};
const historyOf = async (id: string, query = '') =>
  (await server.request(owner, 'GET', `${path}/${id}/history${query}`)).body as {
    items: { id: string; action: string; changes: Record<string, unknown>; actor: string }[];
    next: string | null;
  };

describe('attachments', () => {
  it('are added once, listed latest first, removed, and recorded in the history', async () => {
    const id = await make();
    const [contract, rider] = [upload(ours, 'contrat.pdf'), upload(ours, 'fiche technique.pdf')];
    const attach = (file: string) =>
      server.request(owner, 'POST', `${path}/${id}/attachments`, { body: { file } });
    expect((await attach(contract)).status).toBe(201);
    expect((await attach(rider)).status).toBe(201);
    const again = await attach(contract);
    expect([again.status, (again.body as { file: { id: string } }).file.id]).toEqual([201, contract]);

    const list = async () =>
      (
        (await server.request(owner, 'GET', `${path}/${id}/attachments`)).body as {
          items: { id: string; file: object }[];
        }
      ).items;
    expect((await list()).map(({ file }) => file)).toEqual([
      { id: rider, name: 'fiche technique.pdf', mediaType: 'application/pdf', size: 1234 },
      { id: contract, name: 'contrat.pdf', mediaType: 'application/pdf', size: 1234 },
    ]);
    const [first] = await list();
    const remove = () => server.request(owner, 'DELETE', `${path}/${id}/attachments/${first!.id}`);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await historyOf(id)).items.map(({ action, changes }) => [action, changes])).toEqual([
      ['detach', { file: ['fiche technique.pdf', null] }],
      ['attach', { file: [null, 'fiche technique.pdf'] }],
      ['attach', { file: [null, 'contrat.pdf'] }],
      ['create', expect.anything()],
    ]);
  });

  it.each([
    ['that does not exist', () => randomUUID()],
    ['of another tenant', () => upload(theirs, 'secret.pdf')],
    ['that was stored for other records', () => upload(ours, 'paie.pdf', 'hr.employee')],
    ['with an invalid id', () => 'x'],
  ])('refuse a file %s', async (_which, file) => {
    const id = await make();
    const answer = await server.request(owner, 'POST', `${path}/${id}/attachments`, {
      body: { file: file() },
    });
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '/file', code: 'validation.choice' })],
      }),
    ]);
  });

  it('are refused to another tenant, and changes to a caller who may only read', async () => {
    const id = await make();
    const body = { file: upload(theirs, 'secret.pdf') };
    const ours = await server.request(owner, 'POST', `${path}/${id}/attachments`, {
      body: { file: upload(owner.tenantId, 'contrat.pdf') },
    });
    const attachment = (ours.body as { id: string }).id;
    const statusOf = async (caller: typeof owner, method: string, end: string, sent?: object) =>
      (await server.request(caller, method, `${path}/${id}/${end}`, sent ? { body: sent } : {})).status;
    expect(await statusOf(stranger, 'GET', 'attachments')).toBe(404);
    expect(await statusOf(stranger, 'POST', 'attachments', body)).toBe(404);
    expect(await statusOf(stranger, 'DELETE', `attachments/${attachment}`)).toBe(404);
    expect(await statusOf(stranger, 'POST', 'comments', { text: 'bonjour' })).toBe(404);
    expect(await statusOf(stranger, 'GET', 'history')).toBe(404);
    expect(await statusOf(reader, 'GET', 'attachments')).toBe(200);
    expect(await statusOf(reader, 'POST', 'attachments', body)).toBe(403);
    expect(await statusOf(reader, 'DELETE', `attachments/${attachment}`)).toBe(403);
    expect(await statusOf(reader, 'POST', 'comments', { text: 'bonjour' })).toBe(403);
  });
});

describe('comments', () => {
  it('are in the history with their author', async () => {
    const id = await make();
    const say = (text: string) => server.request(owner, 'POST', `${path}/${id}/comments`, { body: { text } });
    expect((await say('  Rappeler après les fêtes  ')).status).toBe(204);
    expect((await historyOf(id)).items[0]).toMatchObject({
      action: 'comment',
      actor: 'Tess Tester',
      changes: { text: [null, 'Rappeler après les fêtes'] },
    });
    const refused = await say('   ');
    expect([refused.status, (refused.body as { errors: object[] }).errors[0]]).toEqual([
      422,
      expect.objectContaining({ pointer: '/text', code: 'validation.not-blank' }),
    ]);
  });
});

describe('the history', () => {
  it('is read page by page, without duplicates or gaps', async () => {
    const id = await make();
    for (let index = 0; index < 7; index++)
      await server.request(owner, 'POST', `${path}/${id}/comments`, { body: { text: `n° ${index}` } });
    const all = (await historyOf(id)).items.map((item) => item.id);
    expect(all).toHaveLength(8);
    const pages: string[] = [];
    let next: string | null = null;
    do {
      const page = await historyOf(id, `?size=3${next ? `&before=${next}` : ''}`);
      pages.push(...page.items.map((item) => item.id));
      next = page.next;
    } while (next);
    expect(pages).toEqual(all);
    expect((await server.request(owner, 'GET', `${path}/${id}/history?before=x`)).status).toBe(400);
    expect((await server.request(owner, 'GET', `${path}/${id}/history?size=0`)).status).toBe(422);
  });
});
