import { randomUUID } from 'node:crypto';
import { describeResource, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { recordDoors } from '@coulisse/test-kit/resource-doors';
import { resourceRoutes } from '../src/kernel/routes';
import type { JobRunner } from '../src/kernel/jobs/job-runner';
import { runnerFor } from './support/exchange-bench';
import { locales } from './sample/src/locales/texts';
import { bill, check, gadget, holiday, shelf, toy } from './sample/src/resources';
import { noFiles, openDoor, type Door } from './support/door';
import { sampleDatabase, type SampleDatabase } from './support/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, toy, holiday, shelf, check, bill];
const tenants = [randomUUID(), randomUUID()] as const;
let database: SampleDatabase;
let door: Door;
let runner: JobRunner;
beforeAll(async () => {
  database = await sampleDatabase();
  door = await openDoor(database.db, { resources, locales }, noFiles);
  runner = runnerFor(door, database);
  runner.start();
});
afterAll(async () => {
  await runner.stop();
  await door.close();
  await database.drop();
});

test.each(resources)('every door of a $name that takes an id is tried', (resource) => {
  const base = `/b/api/${resource.path}/`;
  // The door of a move that a lifecycle does not have is tried by each state's test.
  const open = resourceRoutes(resource, door.pipeline)
    .map(({ method, path }) => `${method} ${path}`.toUpperCase())
    .filter((one) => one.includes(`${base}:id`.toUpperCase()) && !one.endsWith(':TRANSITION'));
  const tried = new Set(
    recordDoors(resource, ':id').map(({ method, path }) =>
      `${method} ${path.replace(/attachments\/.*/, 'attachments/:attachment')}`.toUpperCase(),
    ),
  );
  expect(open.filter((one) => !tried.has(one))).toEqual([]);
  expect(open.length).toBeGreaterThan(3);
});

const harness: ResourceHarness = {
  request: (...call) => door.request(...call),
  tenants: () => tenants,
  locales,
  resources,
};
describeResource(gadget, harness);
describeResource(holiday, harness);
describeResource(shelf, harness);
describeResource(toy, harness);
describeResource(check, harness);
describeResource(bill, {
  ...harness,
  // It is paid by itself, as soon as it says so.
  place: async (caller, id, state) => {
    const path = `/b/api/sample/bills/${id}`;
    if (state !== 'DRAFT') await door.request(caller, 'POST', `${path}/transitions/post`);
    if (state === 'PAID')
      await door.request(caller, 'PATCH', path, { body: { paid: true }, headers: { 'if-match': '*' } });
  },
});
