import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@coulisse/resource';
import { describeResource, sampleOf, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { recordEndpoints } from '@coulisse/test-kit/resource-endpoints';
import { resourceRoutes } from '../src/routes';
import type { JobRunner } from '@coulisse/job-runner';
import { runnerFor } from '@coulisse/sample/exchange-bench';
import { locales } from '@coulisse/sample/locales/texts';
import { bill, check, delivery, gadget, holiday, shelf, toy } from '@coulisse/sample/resources';
import { noFiles, serveResources, type ResourceServer } from '@coulisse/sample/resource-server';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, toy, holiday, shelf, check, bill, delivery];
const tenants = [randomUUID(), randomUUID()] as const;
let database: SampleDatabase;
let server: ResourceServer;
let runner: JobRunner<ResourceDefinition>;
beforeAll(async () => {
  database = await sampleDatabase();
  server = await serveResources(database.db, { resources, locales }, noFiles);
  runner = runnerFor(server, database);
  runner.start();
});
afterAll(async () => {
  await runner.stop();
  await server.close();
  await database.drop();
});

/** The id of a row in the path of an endpoint. */
const ROW = /\/[0-9a-f-]{36}/;

test.each(resources)('every route of a $name with an id is tested', (resource) => {
  const base = `/b/api/${resource.path}/`;
  // The route for unknown transitions is tested by the test of each state.
  const open = resourceRoutes(resource, server.pipeline, [])
    .map(({ method, path }) => `${method} ${path}`.toUpperCase())
    .filter((endpoint) => endpoint.includes(`${base}:id`.toUpperCase()) && !endpoint.endsWith(':TRANSITION'));
  const tried = new Set(
    recordEndpoints(resource, ':id').map(({ method, path }) =>
      `${method} ${path.replace(/attachments\/.*/, 'attachments/:attachment').replace(ROW, '/:row')}`.toUpperCase(),
    ),
  );
  expect(open.filter((endpoint) => !tried.has(endpoint))).toEqual([]);
  expect(open.length).toBeGreaterThan(3);
});

const harness: ResourceHarness = {
  request: (...call) => server.request(...call),
  tenants: () => tenants,
  locales,
  resources,
};
describeResource(gadget, harness);
describeResource(holiday, harness);
describeResource(shelf, harness);
describeResource(toy, harness);
// At most one check per gadget and day.
describeResource(check, { ...harness, expected: { duplicate: 422 } });
describeResource(delivery, harness);
describeResource(bill, {
  ...harness,
  // A line has a rate or an exemption, never both.
  input: async (caller) => ({
    ...(await sampleOf(bill, harness, caller)),
    items: [{ label: 'Location', unitPrice: '100', vatRate: '20' }],
  }),
  // It becomes PAID automatically when `paid` is set.
  setState: async (caller, id, state) => {
    const path = `/b/api/sample/bills/${id}`;
    if (state !== 'DRAFT') await server.request(caller, 'POST', `${path}/transitions/post`);
    if (state === 'PAID')
      await server.request(caller, 'PATCH', path, { body: { paid: true }, headers: { 'if-match': '*' } });
  },
});
