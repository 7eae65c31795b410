import { randomUUID } from 'node:crypto';
import { scopedRight, type Scope } from '@coulisse/contracts/rights';
import { featuresOf, isWritable, type ResourceDefinition } from '@coulisse/resource';
import { harmlessChange } from './resource-endpoints';
import {
  baseOf,
  callerWithAllRights,
  makeRecord,
  sampleOf,
  type Body,
  type Caller,
  type ResourceHarness,
} from './resource-harness';

/** Whose record is tried, seen from the caller. */
const OWNERS = ['self', 'team', 'another', 'another tenant'] as const;
type Owner = (typeof OWNERS)[number];

const inScope = (scope: Scope, owner: Owner): boolean =>
  owner !== 'another tenant' &&
  (scope === 'all' || owner === 'self' || (scope === 'team' && owner === 'team'));

/** Status of an operation on a record that the caller reads with one scope and may treat with another. */
const expectedStatus = (read: Scope, operation: Scope, owner: Owner, success: number): number =>
  !inScope(read, owner) ? 404 : !inScope(operation, owner) ? 403 : success;

/** The rights on part of the records: scope × operation × {own, team's, another's, another tenant's}. */
export function describeScopes(resource: ResourceDefinition, harness: ResourceHarness): void {
  const { access, rights, operations } = resource;
  const archived = featuresOf(resource).archivable ? '&archived=all' : '';
  const reads = operations.includes('read');
  const makes = operations.includes('create') || !!harness.make;
  if (!access || !reads || !makes) return;
  const path = baseOf(resource);
  const caller = randomUUID();
  const users: Record<Owner, string> = {
    self: caller,
    team: randomUUID(),
    another: randomUUID(),
    'another tenant': caller,
  };
  const everything = (owner: Owner): Caller => ({
    ...callerWithAllRights(harness.tenants()[owner === 'another tenant' ? 1 : 0]),
    userId: users[owner],
  });
  const withRights = (...held: string[]): Caller => ({
    tenantId: harness.tenants()[0],
    userId: caller,
    team: [users.team],
    rights: held,
  });
  /** Rights on other resources, without which a record could not be referenced. */
  const others = (harness.resources ?? [])
    .filter((other) => other.rights !== rights)
    .map((other) => `${other.rights}.read`);

  /** A record of each owner, made by its owner; an owner that can be written is set. */
  async function recordOf(owner: Owner): Promise<string> {
    const as = everything(owner);
    if (harness.make || access!.own === 'createdBy' || !isWritable(resource, access!.own))
      return makeRecord(resource, harness, as);
    const body = await (harness.input?.(as) ?? sampleOf(resource, harness, as));
    return makeRecord(resource, { ...harness, input: () => ({ ...body, [access!.own]: users[owner] }) }, as);
  }
  const recordsOf = async () => {
    const ids = {} as Record<Owner, string>;
    for (const owner of OWNERS) ids[owner] = await recordOf(owner);
    return ids;
  };

  describe('rights on part of the records', () => {
    test.each(['own', 'team', 'all'] as const)(
      'read %s: records, lists, counts, neighbours, histories',
      async (scope) => {
        const ids = await recordsOf();
        const reader = withRights(scopedRight(`${rights}.read`, scope), ...others);
        const visible = OWNERS.filter((owner) => inScope(scope, owner)).map((owner) => ids[owner]);
        for (const owner of OWNERS)
          for (const end of ['', '/history', '/neighbours']) {
            const answer = await harness.request(reader, 'GET', `${path}/${ids[owner]}${end}`);
            expect([owner, end, answer.status]).toEqual([owner, end, inScope(scope, owner) ? 200 : 404]);
          }
        const get = async (query: string) =>
          (await harness.request(reader, 'GET', path + query)).body as Body;
        const { items, page } = (await get(`?sort=-createdAt&size=200${archived}`)) as {
          items: { id: string }[];
          page: { total: number };
        };
        const made = new Set(Object.values(ids));
        const listed = items.filter(({ id }) => made.has(id)).map(({ id }) => id);
        expect(new Set(listed)).toEqual(new Set(visible));
        if (scope !== 'all') expect(page.total).toBeLessThanOrEqual(items.length);
        const { total } = (await get(`/_totals?${archived}`)) as { total: number };
        expect(total).toBe(page.total);
      },
    );

    if (operations.includes('update') && Object.keys(harmlessChange(resource)).length > 0)
      test.each([
        ['own', 'own'],
        ['team', 'own'],
        ['all', 'own'],
        ['all', 'team'],
      ] as const)('read %s, update %s: 404 unseen, 403 seen, 200 covered', async (read, update) => {
        const ids = await recordsOf();
        const writer = withRights(
          scopedRight(`${rights}.read`, read),
          scopedRight(`${rights}.update`, update),
          ...others,
        );
        for (const owner of OWNERS) {
          const answer = await harness.request(writer, 'PATCH', `${path}/${ids[owner]}`, {
            body: harmlessChange(resource),
            headers: { 'if-match': '*' },
          });
          expect([owner, answer.status]).toEqual([owner, expectedStatus(read, update, owner, 200)]);
          if (!inScope(read, owner)) continue;
          const { _denied = [] } = (await harness.request(writer, 'GET', `${path}/${ids[owner]}`))
            .body as Body & { _denied?: string[] };
          expect([owner, _denied.includes('update')]).toEqual([owner, !inScope(update, owner)]);
        }
      });

    if (operations.includes('delete'))
      test.each([
        ['team', 'own'],
        ['all', 'team'],
      ] as const)('read %s, delete %s: 404 unseen, 403 seen, 204 covered', async (read, scope) => {
        const ids = await recordsOf();
        const writer = withRights(
          scopedRight(`${rights}.read`, read),
          scopedRight(`${rights}.delete`, scope),
        );
        for (const owner of OWNERS) {
          const answer = await harness.request(writer, 'DELETE', `${path}/${ids[owner]}`);
          expect([owner, answer.status]).toEqual([owner, expectedStatus(read, scope, owner, 204)]);
        }
      });
  });
}
