import { featuresOf, transitionOf, type ResourceDefinition } from '@coulisse/resource';
import { recordEndpoints } from './resource-endpoints';
import {
  baseOf,
  callerWithAllRights,
  makeRecord,
  transitionBody,
  type Answer,
  type ResourceHarness,
} from './resource-harness';

/**
 * Lists how another tenant with every right can read or change a record. Empty when tenants are isolated;
 * a leak looks like `GET /… answered 200`.
 */
export async function findLeaks(resource: ResourceDefinition, harness: ResourceHarness): Promise<string[]> {
  const [ours, theirs] = harness.tenants();
  const [owner, stranger] = [callerWithAllRights(ours), callerWithAllRights(theirs)];
  const base = baseOf(resource);
  const leaks: string[] = [];
  const shape = recordEndpoints(resource, 'x');
  for (let index = 0; index < shape.length; index++) {
    const id = await makeRecord(resource, harness, owner);
    const endpoint = recordEndpoints(resource, id)[index]!;
    const name = `${endpoint.method} ${shape[index]!.path}`;
    const { transition } = endpoint;
    const request =
      transition === undefined
        ? endpoint
        : { ...endpoint, body: await transitionBody(resource, harness, stranger, transition) };
    const isOfSystem = transition !== undefined && transitionOf(resource, transition)?.system;
    const act = () => harness.request(stranger, endpoint.method, endpoint.path, request);
    await attack(name, id, act, [isOfSystem ? 403 : 404]);
  }
  await attackInBulk();
  if (resource.operations.includes('read')) await look();
  return leaks;

  /** Calls `act` as the other tenant; reports an unexpected status, and a record that differs afterwards. */
  async function attack(name: string, id: string, act: () => Promise<Answer>, expectedStatuses: number[]) {
    const read = () => harness.request(owner, 'GET', `${base}/${id}`);
    const before = await read();
    const answer = await act();
    if (!expectedStatuses.includes(answer.status)) leaks.push(`${name} answered ${answer.status}`);
    const after = await read();
    if (JSON.stringify(after.body) !== JSON.stringify(before.body)) leaks.push(`${name} changed the record`);
    return answer;
  }
  /** Endpoints that take record ids in their body. */
  async function attackInBulk() {
    const { archivable, sortable, exportable } = featuresOf(resource);
    const actions = [
      ...(archivable && resource.operations.includes('update') ? ['archive'] : []),
      ...(resource.operations.includes('delete') ? ['delete'] : []),
    ];
    for (const action of actions) {
      const id = await makeRecord(resource, harness, owner);
      const bulk = () => harness.request(stranger, 'POST', `${base}/_bulk`, { body: { action, ids: [id] } });
      const { body } = await attack(`${action} by POST ${base}/_bulk`, id, bulk, [200]);
      if ((body as { done?: number }).done !== 0) leaks.push(`${action} by POST ${base}/_bulk was done`);
    }
    if (sortable) {
      const id = await makeRecord(resource, harness, owner);
      const order = () => harness.request(stranger, 'POST', `${base}/_order`, { body: { id, before: null } });
      await attack(`POST ${base}/_order`, id, order, [404]);
    }
    if (exportable) {
      const id = await makeRecord(resource, harness, owner);
      const body = { format: 'csv', columns: ['id'], ids: [id] };
      const { text } = await harness.request(stranger, 'POST', `${base}/_export`, { body });
      if (text.includes(id)) leaks.push(`POST ${base}/_export tells the record`);
    }
  }
  async function look() {
    const id = await makeRecord(resource, harness, owner);
    const list = await harness.request(stranger, 'GET', `${base}?sort=-createdAt&size=200`);
    const { items, page } = list.body as { items: { id: string }[]; page: { total: number } };
    if (items.some((item) => item.id === id)) leaks.push(`GET ${base} shows the record`);
    if (page.total > items.length) leaks.push(`GET ${base} counts ${page.total} records`);
  }
}
