import { randomUUID } from 'node:crypto';
import { describeResource, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { locales } from './sample/src/locales/texts';
import { gadget, holiday, shelf } from './sample/src/resources';
import { openDoor, type Door } from './support/door';
import { sampleDatabase, type SampleDatabase } from './support/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, holiday, shelf];
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
