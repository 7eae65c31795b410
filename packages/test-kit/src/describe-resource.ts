import {
  featuresOf,
  localeKeys,
  isWritable,
  missingLocaleKeys,
  type ResourceDefinition,
} from '@coulisse/resource';
import { describeLifecycle } from './describe-lifecycle';
import { describeScopes } from './describe-scopes';
import { findLeaks } from './find-leaks';
import { harmlessChange, recordEndpoints, type Endpoint } from './resource-endpoints';
import { baseOf, callerWithAllRights, makeRecord, type Body, type ResourceHarness } from './resource-harness';
import { exchanged, exchangedFields, Exchange } from './round-trip';

export { findLeaks } from './find-leaks';
export { sampleOf, serviceHarness, type Answer, type Caller, type ResourceHarness } from './resource-harness';

/** The suite that every resource passes, in one line: `describeResource(tiers, harness)`. */
export function describeResource(resource: ResourceDefinition, harness: ResourceHarness): void {
  const path = baseOf(resource);
  const has = (operation: 'read' | 'create' | 'update' | 'delete') => resource.operations.includes(operation);
  const canMake = has('create') || !!harness.make;
  const owner = () => callerWithAllRights(harness.tenants()[0]);
  const get = (id: string) => harness.request(owner(), 'GET', `${path}/${id}`);

  describe(resource.name, () => {
    test('has its texts in both languages', () => {
      expect(missingLocaleKeys(resource, harness.locales)).toEqual([]);
      expect(localeKeys(resource).length).toBeGreaterThanOrEqual(3);
    });

    if (canMake && has('read'))
      test('is returned by its id and in the list', async () => {
        const id = await makeRecord(resource, harness, owner());
        const response = await get(id);
        expect(response.status).toBe(200);
        const record = response.body as { version: number };
        expect(response.headers.etag).toBe(`"${record.version}"`);
        const list = await harness.request(owner(), 'GET', `${path}?sort=-createdAt&size=200`);
        expect(list.status).toBe(200);
        const { items } = list.body as { items: Body[] };
        const listed = items.find((item) => item.id === id);
        for (const column of resource.list) expect(listed).toHaveProperty(column);
        for (const column of resource.list) expect(listed?.[column]).toEqual((response.body as Body)[column]);
      });

    if (has('create')) {
      test('refuses unknown fields and missing required fields, each with its pointer', async () => {
        const answer = await harness.request(owner(), 'POST', path, { body: { nonsense: 1 } });
        expect(answer.status).toBe(422);
        const { errors } = answer.body as { errors: { pointer: string; code: string }[] };
        const required = Object.entries(resource.fields).filter(
          ([name, { spec }]) => spec.required && spec.default === undefined && isWritable(resource, name),
        );
        expect(errors).toContainEqual(
          expect.objectContaining({ pointer: '/nonsense', code: 'validation.extra-fields' }),
        );
        for (const [name] of required)
          expect(errors).toContainEqual(
            expect.objectContaining({ pointer: `/${name}`, code: 'validation.not-blank' }),
          );
      });
    }

    if (canMake && has('update'))
      test('is updated only with the ETag of its current version', async () => {
        const id = await makeRecord(resource, harness, owner());
        const { version } = (await get(id)).body as { version: number };
        const values = harness.change ?? harmlessChange(resource);
        const change = (match?: string) =>
          harness.request(owner(), 'PATCH', `${path}/${id}`, {
            body: values,
            headers: match ? { 'if-match': match } : {},
          });
        expect((await change()).status).toBe(428);
        expect((await change(`"${version + 7}"`)).status).toBe(412);
        const changed = await change(`"${version}"`);
        expect(changed.status).toBe(200);
        expect(changed.body).toMatchObject(values);
        if (Object.keys(values).length === 0) return;
        expect((await change(`"${version}"`)).status).toBe(412);
        const { items } = (await harness.request(owner(), 'GET', `${path}/${id}/history`)).body as {
          items: { action: string }[];
        };
        expect(items.map((item) => item.action)).toContain('update');
      });

    const { archivable, duplicable, sortable, exportable } = featuresOf(resource);
    if (canMake && duplicable && has('read'))
      test('is duplicated, or refused with the pointers of the values that may not be copied', async () => {
        const id = await makeRecord(resource, harness, owner());
        const copy = await harness.request(owner(), 'POST', `${path}/${id}/duplicate`, { body: {} });
        const { id: copyId, errors } = copy.body as { id: string; errors?: { pointer: string }[] };
        expect(copy.status).toBe(harness.expected?.duplicate ?? 201);
        if (copy.status === 201) expect([copyId === id, (await get(copyId)).status]).toEqual([false, 200]);
        for (const { pointer } of errors ?? []) expect(pointer).toMatch(/^\//);
      });

    if (canMake && archivable && has('update'))
      test('is archived and restored', async () => {
        const id = await makeRecord(resource, harness, owner());
        const listed = async (archived: string) => {
          const listPath = `${path}?archived=${archived}&sort=-createdAt&size=200`;
          const { items } = (await harness.request(owner(), 'GET', listPath)).body as {
            items: { id: string }[];
          };
          return items.some((item) => item.id === id);
        };
        const everywhere = async () => [await listed('no'), await listed('yes'), await listed('all')];
        expect((await harness.request(owner(), 'POST', `${path}/${id}/archive`)).status).toBe(200);
        expect(await everywhere()).toEqual([false, true, true]);
        expect((await harness.request(owner(), 'POST', `${path}/${id}/restore`)).status).toBe(200);
        expect(await everywhere()).toEqual([true, false, true]);
      });

    if (canMake && sortable)
      test('is moved to another position', async () => {
        const [first, second] = [
          await makeRecord(resource, harness, owner()),
          await makeRecord(resource, harness, owner()),
        ];
        const placeOf = async (id: string) => ((await get(id)).body as { position: number }).position;
        const move = (id: string, before: string | null) =>
          harness.request(owner(), 'POST', `${path}/_order`, { body: { id, before } });
        expect((await move(second, first)).status).toBe(200);
        expect(await placeOf(second)).toBeLessThan(await placeOf(first));
        expect((await move(second, null)).status).toBe(200);
        expect(await placeOf(second)).toBeGreaterThan(await placeOf(first));
      });

    if (canMake && has('read') && has('update'))
      test('stores comments in its history', async () => {
        const id = await makeRecord(resource, harness, owner());
        const comment = await harness.request(owner(), 'POST', `${path}/${id}/comments`, {
          body: { text: 'Vu.' },
        });
        expect(comment.status).toBe(204);
        const { items } = (await harness.request(owner(), 'GET', `${path}/${id}/history`)).body as {
          items: { action: string; changes: Record<string, unknown> }[];
        };
        expect(items[0]).toMatchObject({ action: 'comment', changes: { text: [null, 'Vu.'] } });
      });

    const exchange = new Exchange(resource, harness);
    const fields = exchangedFields(resource);
    if (canMake && exportable)
      test('is exported', async () => {
        const id = await makeRecord(resource, harness, owner());
        const csv = await exchange.export(owner(), id, ['id', resource.label]);
        expect(csv.trim().split(/\r?\n/)[1]).toContain(id);
      });
    if (canMake && exchange.isPossible)
      test('is exported to a file and imported unchanged', async () => {
        const id = await makeRecord(resource, harness, owner());
        const before = exchanged(resource, (await get(id)).body as Body);
        const csv = await exchange.export(owner(), id, ['id', ...fields]);
        expect(await exchange.import(owner(), csv, { mode: 'upsert', key: 'id' })).toMatchObject({
          unchanged: 1,
          failed: 0,
          errors: [],
        });
        if (!has('delete')) return;
        const anew = await exchange.export(owner(), id, fields);
        expect((await harness.request(owner(), 'DELETE', `${path}/${id}`)).status).toBe(204);
        expect(await exchange.import(owner(), anew, { mode: 'create' })).toMatchObject({
          created: 1,
          failed: 0,
          errors: [],
        });
        const list = await harness.request(owner(), 'GET', `${path}?sort=-createdAt&size=1`);
        const [{ id: importedId } = { id: '' }] = (list.body as { items: { id: string }[] }).items;
        expect(exchanged(resource, (await get(importedId)).body as Body)).toEqual(before);
      });

    if (canMake && has('delete'))
      test('is deleted once', async () => {
        const id = await makeRecord(resource, harness, owner());
        expect((await harness.request(owner(), 'DELETE', `${path}/${id}`)).status).toBe(204);
        expect((await get(id)).status).toBe(404);
        expect((await harness.request(owner(), 'DELETE', `${path}/${id}`)).status).toBe(404);
      });

    if (canMake)
      test('returns 401 without a token and 403 without the right, on every endpoint', async () => {
        const id = await makeRecord(resource, harness, owner());
        const endpoints: Endpoint[] = [
          ...recordEndpoints(resource, id),
          ...(has('read') ? [{ method: 'GET', path, right: `${resource.rights}.read` }] : []),
          ...(has('create') ? [{ method: 'POST', path, right: `${resource.rights}.create`, body: {} }] : []),
        ];
        for (const { right, method, path: endpoint, ...options } of endpoints) {
          expect([method, endpoint, (await harness.request(null, method, endpoint, options)).status]).toEqual(
            [method, endpoint, 401],
          );
          const without = { tenantId: owner().tenantId, rights: ['something.else.entirely'] };
          expect([
            method,
            endpoint,
            right,
            (await harness.request(without, method, endpoint, options)).status,
          ]).toEqual([method, endpoint, right, 403]);
        }
      });

    if (canMake)
      test('is not accessible to another tenant by any route', async () => {
        expect(await findLeaks(resource, harness)).toEqual([]);
      });

    describeScopes(resource, harness);
    if (canMake && resource.lifecycle) describeLifecycle(resource, harness);
  });
}
