import { randomUUID } from 'node:crypto';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

interface Refused {
  code: string;
  detail: string;
  errors: { pointer: string; code: string }[];
}

describe('contacts', () => {
  const crm = office();
  const society = () => crm.make('societies', { name: `Société ${randomUUID()}` });
  const person = (lastName = 'Pons') => crm.make('particulars', { firstName: 'Marguerite', lastName });

  it('R-077: cannot be attached twice to the same society', async () => {
    const [alveo, belrive, marguerite] = [await society(), await society(), await person()];
    const attach = (to: Stored, individual: Stored) =>
      crm.call<Stored & Refused>('POST', 'contacts', { body: { society: to.id, particular: individual.id } });
    expect((await attach(alveo, marguerite)).status).toBe(201);
    const duplicate = await attach(alveo, marguerite);
    expect([duplicate.status, duplicate.body.code, duplicate.body.detail]).toEqual([
      409,
      'contact.already-attached',
      'Ce contact est déjà rattaché à cette société.',
    ]);
    expect((await attach(belrive, marguerite)).status).toBe(201);
    const other = await attach(alveo, await person('Ferrand'));
    const moved = await crm.change(`contacts/${other.body.id}`, other.body, { particular: marguerite.id });
    expect([moved.status, (moved.body as unknown as Refused).code]).toEqual([
      409,
      'contact.already-attached',
    ]);
  });

  it('R-077: are attached once by ten concurrent requests', async () => {
    const [alveo, marguerite] = [await society(), await person()];
    const body = { society: alveo.id, particular: marguerite.id };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => crm.call('POST', 'contacts', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('link individuals to companies and suppliers, and are named after both', async () => {
    const marguerite = await person();
    const caterer = await crm.make('suppliers', { name: 'Traiteur Belrive' });
    const made = await crm.make('contacts', { society: caterer.id, particular: marguerite.id });
    expect(made).toMatchObject({
      name: 'Marguerite Pons · Traiteur Belrive',
      society: { label: 'Traiteur Belrive' },
    });
    const found = await crm.read<{ items: Stored[] }>(`contacts?q=belrive`);
    expect(found.items).toMatchObject([{ id: made.id }]);
    const ofPerson = await crm.call<Refused>('POST', 'contacts', {
      body: { society: (await person()).id, particular: marguerite.id },
    });
    expect(ofPerson.body.errors).toMatchObject([{ pointer: '/society', code: 'contact.not-a-company' }]);
    const ofCompany = await crm.call<Refused>('POST', 'contacts', {
      body: { society: caterer.id, particular: caterer.id },
    });
    expect(ofCompany.body.errors).toMatchObject([{ pointer: '/particular', code: 'validation.choice' }]);
    const wrong = await crm.change(`contacts/${made.id}`, made, { telephone: '0612' });
    expect((wrong.body as unknown as Refused).errors).toMatchObject([{ code: 'validation.phone' }]);
  });

  it('block the deletion of their third party with 409 and the linked records', async () => {
    const [alveo, marguerite] = [await society(), await person()];
    await crm.make('contacts', { society: alveo.id, particular: marguerite.id });
    const refused = await crm.call<Refused & { links: object[] }>('DELETE', `tiers/${alveo.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'foreign-key.linked-data']);
    expect(refused.body.links).toMatchObject([{ resource: 'crm.contact', label: 'Contacts', count: 1 }]);
  });

  it('cannot refer to third parties of another tenant', async () => {
    const theirs = await crm.make('societies', { name: 'Ailleurs' }, crm.tenants[1]);
    const refused = await crm.call<Refused>('POST', 'contacts', {
      body: { society: theirs.id, particular: (await person()).id },
    });
    expect(refused.body.errors).toMatchObject([{ pointer: '/society', code: 'validation.choice' }]);
  });
});

describe('notes', () => {
  const crm = office();
  const statuses: Record<string, string> = {};
  let tiers = '';
  const write = (overrides: object = {}) => crm.make('notes', { title: 'Appel', tiers, ...overrides });

  beforeAll(async () => {
    tiers = (await crm.make('societies', { name: 'Alvéo' })).id;
    for (const [name, min, max] of [
      ['Froid', '0', '30'],
      ['Tiède', '30', '70'],
      ['Chaud', '70', '100'],
      ['Perdu', null, null],
    ] as const)
      statuses[name] = (await crm.make('prospect-statuses', { name, min, max })).id;
  });

  it('default to now, and count as answered with an answer', async () => {
    const before = Date.now();
    const made = await write();
    expect(Date.parse(String(made.date))).toBeGreaterThanOrEqual(before - 1000);
    expect(made).toMatchObject({ hasAnswer: false, prospectStatus: null, successPercentage: null });
    const answered = await crm.change(`notes/${made.id}`, made, { answer: 'Oui, pour vingt places.' });
    expect(answered.body).toMatchObject({ hasAnswer: true, answerDate: null });
    expect(await write({ answerDate: '2099-01-01' })).toMatchObject({ hasAnswer: true });
    expect(await write({ hasAnswer: true })).toMatchObject({ hasAnswer: true, answer: null });
    const early = await crm.call<Refused>('POST', 'notes', {
      body: { title: 'x', tiers, date: '2026-05-02T09:00:00Z', answerDate: '2026-05-01' },
    });
    expect(early.body.errors).toMatchObject([{ pointer: '/answerDate', code: 'validation.value-min' }]);
  });

  it('R-204: have the status whose band their chances are in', async () => {
    const made = await write({ successPercentage: '45' });
    expect(made).toMatchObject({ prospectStatus: { label: 'Tiède' } });
    const won = await crm.change(`notes/${made.id}`, made, { successPercentage: '100' });
    expect(won.body).toMatchObject({ prospectStatus: { label: 'Chaud' } });
    const back = await crm.change(`notes/${made.id}`, won.body, { prospectStatus: statuses.Froid });
    expect(back.body).toMatchObject({ prospectStatus: { label: 'Froid' }, successPercentage: '0' });
    const lost = await crm.change(`notes/${made.id}`, back.body, { prospectStatus: statuses.Perdu });
    expect(lost.body).toMatchObject({ prospectStatus: { label: 'Perdu' }, successPercentage: '0' });
    const both = await crm.call<Refused>('POST', 'notes', {
      body: { title: 'x', tiers, prospectStatus: statuses.Froid, successPercentage: '80' },
    });
    expect(both.body).toMatchObject({
      code: 'note.outside-status',
      detail: 'Ce pourcentage n’est pas dans la tranche de « Froid », qui va de 0 à 30.',
      errors: [{ pointer: '/successPercentage' }],
    });
  });

  it('are deleted by their author, or with the right to delete all notes', async () => {
    const rights = ['crm.tiers.read', 'crm.note.read', 'crm.note.create', 'crm.note.delete:own'];
    const [karim, helena] = [randomUUID(), randomUUID()];
    const made = await crm.call('POST', 'notes', { body: { title: 'Appel', tiers }, rights, userId: karim });
    const path = `notes/${made.body.id}`;
    expect((await crm.call('DELETE', path, { rights, userId: helena })).status).toBe(403);
    expect((await crm.call('DELETE', path, { rights, userId: karim })).status).toBe(204);
    const other = await write();
    expect((await crm.call('DELETE', `notes/${other.id}`, { userId: helena })).status).toBe(204);
  });
});
