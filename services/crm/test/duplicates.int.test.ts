import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import fc from 'fast-check';
import { keysOf, type Traits } from '../src/features/duplicates/likeness.domain';
import { office, type Stored } from './support/office';

jest.setTimeout(120_000);

interface Alike {
  items: { score: number; reasons: string[]; tiers: Stored }[];
}
interface Groups {
  items: { score: number; reasons: string[]; tiers: Stored[] }[];
  page: { total: number; number: number; size: number };
}

describe('duplicates', () => {
  const crm = office();
  /** A theatre of its own for each test: groups are of the whole of it. */
  function theatre() {
    const tenantId = randomUUID();
    const make = (path: string, body: object) => crm.make(path, body, tenantId);
    const groups = async (query = '') => crm.read<Groups>(`tiers/_duplicates${query}`, tenantId);
    const of = (one: Stored) => crm.read<Alike>(`tiers/${one.id}/duplicates`, tenantId);
    const lookAlike = async (body: object) =>
      (await crm.call<Alike>('POST', 'tiers/_look-alike', { body }, tenantId)).body;
    return { tenantId, make, groups, of, lookAlike };
  }
  const ids = (list: readonly { tiers: Stored }[]) => list.map(({ tiers }) => tiers.id);

  it('are found by address, telephone and numbers, the most alike first', async () => {
    const { make, of, groups } = theatre();
    const alveo = await make('societies', {
      name: 'Alvéo',
      siret: '73282932000074',
      telephone: '01 60 01 02 03',
    });
    const branch = await make('societies', {
      name: 'SARL ALVEO',
      siren: '732829320',
      telephone: '+33160010203',
    });
    const neighbour = await make('societies', { name: 'Belrive', telephone: '0160010204' });
    const found = await of(alveo);
    expect(found.items).toMatchObject([{ score: 100, reasons: ['siren', 'phone', 'same-name'] }]);
    expect(ids(found.items)).toEqual([branch.id]);
    expect((await of(neighbour)).items).toEqual([]);
    expect((await groups()).items).toMatchObject([
      { score: 100, tiers: [{ id: alveo.id }, { id: branch.id }] },
    ]);
  });

  it('are found by names of one town, with a slip of the pen and the names swapped', async () => {
    const { make, of } = theatre();
    const addresses = [{ zipCode: '77100', city: 'Meaux' }];
    const one = await make('particulars', { firstName: 'Éloïse', lastName: 'Ferrand', addresses });
    const slip = await make('particulars', { firstName: 'Eloise', lastName: 'Ferand', addresses });
    const swapped = await make('particulars', { firstName: 'Ferrand', lastName: 'Eloïse', addresses });
    const sister = await make('particulars', { firstName: 'Camille', lastName: 'Ferrand', addresses });
    const elsewhere = await make('particulars', {
      firstName: 'Eloise',
      lastName: 'Ferrand',
      addresses: [{ zipCode: '69002' }],
    });
    const found = ids((await of(one)).items);
    expect(found).toEqual([swapped.id, slip.id]);
    expect(found).not.toContain(sister.id);
    expect(found).not.toContain(elsewhere.id);
  });

  it('are of one kind and one theatre, and not those that were put away', async () => {
    const { tenantId, make, of } = theatre();
    const email = `${randomUUID()}@crm.test`;
    const one = await make('societies', { name: 'Alvéo', email });
    await make('suppliers', { name: 'Alvéo', email });
    await theatre().make('societies', { name: 'Alvéo', email });
    const away = await make('societies', { name: 'Alvéo', email });
    await crm.call('POST', `tiers/${away.id}/archive`, {}, tenantId);
    expect((await of(one)).items).toEqual([]);
    expect((await of(away)).items).toMatchObject([]);
  });

  it('are shown while somebody is typing', async () => {
    const { make, lookAlike } = theatre();
    const known = await make('particulars', {
      firstName: 'Sofia',
      lastName: 'Almeida',
      mobile: '06 12 44 08 19',
    });
    const found = await lookAlike({ kind: 'particular', firstName: 'sofia', lastName: 'ALMEIDA' });
    expect(found.items).toMatchObject([
      { reasons: ['same-name'], tiers: { id: known.id, name: 'Sofia Almeida' } },
    ]);
    const byPhone = await lookAlike({ kind: 'particular', lastName: 'Almeda', mobile: '+33 6 12 44 08 19' });
    expect(ids(byPhone.items)).toEqual([known.id]);
    expect((await lookAlike({ kind: 'particular', lastName: 'A' })).items).toEqual([]);
    expect(
      (await lookAlike({ kind: 'particular', id: known.id, firstName: 'Sofia', lastName: 'Almeida' })).items,
    ).toEqual([]);
    const company = await make('societies', { name: 'Alvéo', siret: '73282932000074' });
    const spaced = await lookAlike({ kind: 'society', siret: '732 829 320 00074' });
    expect(ids(spaced.items)).toEqual([company.id]);
  });

  it('come page by page, and go when somebody says that they are two', async () => {
    const { tenantId, make, groups, of } = theatre();
    const pairs: Stored[][] = [];
    for (const name of ['Alvéo', 'Belrive', 'Cordelia']) {
      const email = `${randomUUID()}@crm.test`;
      pairs.push([await make('societies', { name, email }), await make('societies', { name, email })]);
    }
    expect((await groups('?size=2')).page).toMatchObject({ total: 3, number: 1, size: 2 });
    expect((await groups('?size=2&page=2')).items).toHaveLength(1);
    const [left, right] = pairs[0]!;
    const say = (who: string, tenant = tenantId) =>
      crm.call('POST', `tiers/${left!.id}/distinct`, { body: { other: who } }, tenant);
    expect((await say(right!.id, crm.tenants[1])).status).toBe(404);
    expect((await say(left!.id)).status).toBe(422);
    expect((await say(right!.id)).status).toBe(204);
    expect((await say(right!.id)).status).toBe(204);
    expect((await groups()).page.total).toBe(2);
    expect((await of(right!)).items).toEqual([]);
  });

  it('are not everybody who shares a switchboard', async () => {
    const { make, groups } = theatre();
    for (let index = 0; index < 21; index++)
      await make('societies', { name: `Locataire ${randomUUID()}`, telephone: '0160010203' });
    expect((await groups()).items).toEqual([]);
  });

  it('are looked for by the keys that the database keeps, whatever is written', async () => {
    const tenantId = randomUUID();
    const word = fc.oneof(
      fc.constantFrom(
        'Éloïse',
        "L'Œuvre",
        'SARL',
        'Les',
        'Straße',
        'Ðorđe',
        'İstanbul',
        '--',
        'Société',
        'O’Brien',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    const words = fc
      .array(word, { maxLength: 4 })
      .map((all) => all.join(' ').replaceAll('\0', '').slice(0, 90));
    const digits = fc.stringMatching(/^\+?[\d ().-]{3,18}$/);
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const insert = `INSERT INTO tiers (id, tenant_id, kind, name, first_name, last_name, email, secondary_email, telephone, mobile, siren, siret,
      intracommunity_vat_number) VALUES (uuidv7(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id, name`;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('particular' as const, 'society' as const, 'supplier' as const),
        fc.record({ name: words, first: maybe(words), last: maybe(words) }),
        maybe(fc.constantFrom('A@b.test', ' Pons@Crm.test ')),
        fc.record({ telephone: maybe(digits), mobile: maybe(digits) }),
        fc.record({
          siren: maybe(fc.constantFrom('732829320')),
          siret: maybe(fc.constantFrom('40483304800017')),
          vat: maybe(fc.constantFrom('FR44732829320', 'FR83000404833', 'BE0403019261')),
        }),
        async (kind, { name, first, last }, email, { telephone, mobile }, { siren, siret, vat }) => {
          const unique = email && `${randomUUID()}${email.trim()}`;
          const values = [
            tenantId,
            kind,
            name,
            first,
            last,
            unique,
            email,
            telephone,
            mobile,
            siren,
            siret,
            vat,
          ];
          const { stored, keys } = await crm.crm.ctx.db.inTenant(
            systemActor(tenantId, 'test'),
            async ({ sql }) => {
              const { rows } = await sql.query<{ id: string; name: string | null }>(insert, values);
              const made = await sql.query<{ key: string }>('SELECT key FROM tiers_key WHERE tiers_id = $1', [
                rows[0]!.id,
              ]);
              return { stored: rows[0]!.name, keys: made.rows.map(({ key }) => key) };
            },
          );
          const traits: Traits = {
            kind,
            name: stored,
            firstName: first,
            lastName: last,
            emails: [unique, email].filter((one) => one !== null),
            phones: [telephone, mobile].filter((one) => one !== null),
            siren,
            siret,
            vat,
            zips: [],
          };
          expect(keys.sort()).toEqual(keysOf(traits).sort());
        },
      ),
      { numRuns: 300 },
    );
  });
});
