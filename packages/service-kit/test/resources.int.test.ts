import { randomUUID } from 'node:crypto';
import { describeResource, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { locales } from './sample/src/locales/texts';
import { bill, check, gadget, holiday, shelf, toy } from './sample/src/resources';
import { openDoor, type Door } from './support/door';
import { sampleDatabase, type SampleDatabase } from './support/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, toy, holiday, shelf, check, bill];
const tenants = [randomUUID(), randomUUID()] as const;
let database: SampleDatabase;
let door: Door;
beforeAll(async () => {
  database = await sampleDatabase();
  door = await openDoor(database.db, { resources });
});
afterAll(async () => {
  await door.close();
  await database.drop();
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
