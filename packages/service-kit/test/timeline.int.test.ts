import { randomUUID } from 'node:crypto';
import type { documentFilesV1 } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import { gadget } from './sample/src/resources/gadget.resource';
import { openDoor, type Door } from './support/door';
import { sampleDatabase, type SampleDatabase } from './support/sample-database';
import * as resources from './sample/src/resources';

jest.setTimeout(30_000);

const attachable: ResourceDefinition = { ...gadget, attachable: true };
const [ours, theirs] = [randomUUID(), randomUUID()];
const owner = { tenantId: ours, rights: ['*'] };
const stranger = { tenantId: theirs, rights: ['*'] };
const reader = { tenantId: ours, rights: ['sample.gadget.read'] };

/** The files of the documents service, by tenant. */
const known = new Map<string, documentFilesV1.FileDescription[]>();
const files = {
  describeFiles: async ({ tenantId, fileIds }: documentFilesV1.DescribeFilesRequest) => ({
    files: (known.get(tenantId) ?? []).filter(({ fileId }) => fileIds.includes(fileId)),
  }),
};

let sample: SampleDatabase;
let door: Door;
let path = '';

beforeAll(async () => {
  sample = await sampleDatabase();
  const others = Object.values(resources).filter((one) => one.name !== gadget.name);
  door = await openDoor(sample.db, { resources: [attachable, ...others] }, { files });
  path = `/b/api/${gadget.path}`;
}, 60_000);
afterAll(async () => {
  await door.close();
  await sample.drop();
});

const upload = (tenantId: string, name: string, rights = 'sample.gadget'): string => {
  const fileId = randomUUID();
  const file = { fileId, name, mediaType: 'application/pdf', size: 1234, rights };
  known.set(tenantId, [...(known.get(tenantId) ?? []), file]);
  return fileId;
};
const make = async (): Promise<string> => {
  const body = { name: 'Poulie', price: '12.00', kind: 'TOOL' };
  const answer = await door.request(owner, 'POST', path, { body });
  return (answer.body as { id: string }).id;
};
const historyOf = async (id: string, query = '') =>
  (await door.request(owner, 'GET', `${path}/${id}/history${query}`)).body as {
    items: { id: string; action: string; changes: Record<string, unknown>; actor: string }[];
    next: string | null;
  };

describe('attachments', () => {
  it('are added once, listed latest first, taken off, and the history tells it', async () => {
    const id = await make();
    const [contract, rider] = [upload(ours, 'contrat.pdf'), upload(ours, 'fiche technique.pdf')];
    const attach = (file: string) =>
      door.request(owner, 'POST', `${path}/${id}/attachments`, { body: { file } });
    expect((await attach(contract)).status).toBe(201);
    expect((await attach(rider)).status).toBe(201);
    const again = await attach(contract);
    expect([again.status, (again.body as { file: { id: string } }).file.id]).toEqual([201, contract]);

    const list = async () =>
      (
        (await door.request(owner, 'GET', `${path}/${id}/attachments`)).body as {
          items: { id: string; file: object }[];
        }
      ).items;
    expect((await list()).map(({ file }) => file)).toEqual([
      { id: rider, name: 'fiche technique.pdf', mediaType: 'application/pdf', size: 1234 },
      { id: contract, name: 'contrat.pdf', mediaType: 'application/pdf', size: 1234 },
    ]);
    const [first] = await list();
    const gone = () => door.request(owner, 'DELETE', `${path}/${id}/attachments/${first!.id}`);
    expect([(await gone()).status, (await gone()).status]).toEqual([204, 404]);
    expect((await historyOf(id)).items.map(({ action, changes }) => [action, changes])).toEqual([
      ['detach', { file: ['fiche technique.pdf', null] }],
      ['attach', { file: [null, 'fiche technique.pdf'] }],
      ['attach', { file: [null, 'contrat.pdf'] }],
      ['create', expect.anything()],
    ]);
  });

  it.each([
    ['that nobody has', () => randomUUID()],
    ['of another tenant', () => upload(theirs, 'secret.pdf')],
    ['that was kept for other records', () => upload(ours, 'paie.pdf', 'hr.employee')],
    ['that is no id', () => 'x'],
  ])('refuse a file %s', async (_which, file) => {
    const id = await make();
    const answer = await door.request(owner, 'POST', `${path}/${id}/attachments`, { body: { file: file() } });
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '/file', code: 'validation.choice' })],
      }),
    ]);
  });

  it('are closed to another tenant and to who only reads', async () => {
    const id = await make();
    const body = { file: upload(theirs, 'secret.pdf') };
    const ours = await door.request(owner, 'POST', `${path}/${id}/attachments`, {
      body: { file: upload(owner.tenantId, 'contrat.pdf') },
    });
    const attachment = (ours.body as { id: string }).id;
    const asked = async (caller: typeof owner, method: string, end: string, sent?: object) =>
      (await door.request(caller, method, `${path}/${id}/${end}`, sent ? { body: sent } : {})).status;
    expect(await asked(stranger, 'GET', 'attachments')).toBe(404);
    expect(await asked(stranger, 'POST', 'attachments', body)).toBe(404);
    expect(await asked(stranger, 'DELETE', `attachments/${attachment}`)).toBe(404);
    expect(await asked(stranger, 'POST', 'comments', { text: 'bonjour' })).toBe(404);
    expect(await asked(stranger, 'GET', 'history')).toBe(404);
    expect(await asked(reader, 'GET', 'attachments')).toBe(200);
    expect(await asked(reader, 'POST', 'attachments', body)).toBe(403);
    expect(await asked(reader, 'DELETE', `attachments/${attachment}`)).toBe(403);
    expect(await asked(reader, 'POST', 'comments', { text: 'bonjour' })).toBe(403);
  });
});

describe('comments', () => {
  it('stand in the history with who wrote them', async () => {
    const id = await make();
    const say = (text: string) => door.request(owner, 'POST', `${path}/${id}/comments`, { body: { text } });
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
  it('is read page by page, nothing twice and nothing lost', async () => {
    const id = await make();
    for (let index = 0; index < 7; index++)
      await door.request(owner, 'POST', `${path}/${id}/comments`, { body: { text: `n° ${index}` } });
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
    expect((await door.request(owner, 'GET', `${path}/${id}/history?before=x`)).status).toBe(400);
    expect((await door.request(owner, 'GET', `${path}/${id}/history?size=0`)).status).toBe(422);
  });
});
