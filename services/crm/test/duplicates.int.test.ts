import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import fc from 'fast-check';
import { keysOf, type Traits } from '../src/features/duplicates/similarity.domain';
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
  /** A tenant of its own for each test: groups cover the whole tenant. */
  function theatre() {
    const tenantId = randomUUID();
    const make = (path: string, body: object) => crm.make(path, body, tenantId);
    const groups = async (query = '') => crm.read<Groups>(`tiers/_duplicates${query}`, tenantId);
    const of = (record: Stored) => crm.read<Alike>(`tiers/${record.id}/duplicates`, tenantId);
    const duplicateCandidate = async (body: object) =>
      (await crm.call<Alike>('POST', 'tiers/_look-alike', { body }, tenantId)).body;
    return { tenantId, make, groups, of, duplicateCandidate };
  }
  const ids = (list: readonly { tiers: Stored }[]) => list.map(({ tiers }) => tiers.id);

  it('are found by address, telephone and numbers, the most similar first', async () => {
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

  it('are found by names of one town, with a typing error or swapped names', async () => {
    const { make, of } = theatre();
    const addresses = [{ zipCode: '77100', city: 'Meaux' }];
    const original = await make('particulars', { firstName: 'Éloïse', lastName: 'Ferrand', addresses });
    const slip = await make('particulars', { firstName: 'Eloise', lastName: 'Ferand', addresses });
    const swapped = await make('particulars', { firstName: 'Ferrand', lastName: 'Eloïse', addresses });
    const sister = await make('particulars', { firstName: 'Camille', lastName: 'Ferrand', addresses });
    const elsewhere = await make('particulars', {
      firstName: 'Eloise',
      lastName: 'Ferrand',
      addresses: [{ zipCode: '69002' }],
    });
    const found = ids((await of(original)).items);
    expect(found).toEqual([swapped.id, slip.id]);
    expect(found).not.toContain(sister.id);
    expect(found).not.toContain(elsewhere.id);
  });

  it('are of one kind and one tenant, and not archived', async () => {
    const { tenantId, make, of } = theatre();
    const email = `${randomUUID()}@crm.test`;
    const original = await make('societies', { name: 'Alvéo', email });
    await make('suppliers', { name: 'Alvéo', email });
    await theatre().make('societies', { name: 'Alvéo', email });
    const away = await make('societies', { name: 'Alvéo', email });
    await crm.call('POST', `tiers/${away.id}/archive`, {}, tenantId);
    expect((await of(original)).items).toEqual([]);
    expect((await of(away)).items).toMatchObject([]);
  });

  it('are found for a third party that is being entered', async () => {
    const { make, duplicateCandidate } = theatre();
    const existing = await make('particulars', {
      firstName: 'Sofia',
      lastName: 'Almeida',
      mobile: '06 12 44 08 19',
    });
    const found = await duplicateCandidate({ kind: 'particular', firstName: 'sofia', lastName: 'ALMEIDA' });
    expect(found.items).toMatchObject([
      { reasons: ['same-name'], tiers: { id: existing.id, name: 'Sofia Almeida' } },
    ]);
    const byPhone = await duplicateCandidate({
      kind: 'particular',
      lastName: 'Almeda',
      mobile: '+33 6 12 44 08 19',
    });
    expect(ids(byPhone.items)).toEqual([existing.id]);
    expect((await duplicateCandidate({ kind: 'particular', lastName: 'A' })).items).toEqual([]);
    expect(
      (
        await duplicateCandidate({
          kind: 'particular',
          id: existing.id,
          firstName: 'Sofia',
          lastName: 'Almeida',
        })
      ).items,
    ).toEqual([]);
    const company = await make('societies', { name: 'Alvéo', siret: '73282932000074' });
    const spaced = await duplicateCandidate({ kind: 'society', siret: '732 829 320 00074' });
    expect(ids(spaced.items)).toEqual([company.id]);
  });

  it('are paged, and disappear once marked as distinct', async () => {
    const { tenantId, make, groups, of } = theatre();
    const pairs: Stored[][] = [];
    for (const name of ['Alvéo', 'Belrive', 'Cordelia']) {
      const email = `${randomUUID()}@crm.test`;
      pairs.push([await make('societies', { name, email }), await make('societies', { name, email })]);
    }
    expect((await groups('?size=2')).page).toMatchObject({ total: 3, number: 1, size: 2 });
    expect((await groups('?size=2&page=2')).items).toHaveLength(1);
    const [left, right] = pairs[0]!;
    const say = (otherId: string, tenant = tenantId) =>
      crm.call('POST', `tiers/${left!.id}/distinct`, { body: { other: otherId } }, tenant);
    expect((await say(right!.id, crm.tenants[1])).status).toBe(404);
    expect((await say(left!.id)).status).toBe(422);
    expect((await say(right!.id)).status).toBe(204);
    expect((await say(right!.id)).status).toBe(204);
    expect((await groups()).page.total).toBe(2);
    expect((await of(right!)).items).toEqual([]);
  });

  it('ignore a telephone number that many share', async () => {
    const { make, groups } = theatre();
    for (let index = 0; index < 21; index++)
      await make('societies', { name: `Locataire ${randomUUID()}`, telephone: '0160010203' });
    expect((await groups()).items).toEqual([]);
  });

  it('use the same keys as the database trigger, for any input', async () => {
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
      // By code points: half of a surrogate pair is no text.
      .map((all) => [...all.join(' ').replaceAll('\0', '')].slice(0, 90).join(''));
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
            emails: [unique, email].filter((value) => value !== null),
            phones: [telephone, mobile].filter((value) => value !== null),
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
