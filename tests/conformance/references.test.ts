import { topology } from '@coulisse/contracts';
import { foreignTargets, isWritable, type ResourceDefinition } from '@coulisse/resource';
import { declaredResources } from './declared-resources';
import { manifests } from './parts-of-services';

const services = new Set<string>(topology.filter(({ kind }) => kind === 'service').map(({ name }) => name));
const serviceOf = (resource: string) => resource.split('.')[0] ?? '';

/** The references to other services that callers may write. */
const writable = (resource: ResourceDefinition): string[] => {
  const fields = Object.fromEntries(
    Object.entries(resource.fields).filter(([field]) => isWritable(resource, field)),
  );
  const inputs = Object.values(resource.lifecycle?.transitions ?? {}).map(({ input = {} }) => input);
  const writes = resource.operations.some((operation) => operation === 'create' || operation === 'update');
  return [...(writes ? [fields] : []), ...inputs].flatMap((some) => [
    ...foreignTargets({ service: resource.service, fields: some }),
  ]);
};

it('refer to published resources by the name of their base', async () => {
  const resources = await declaredResources();
  const referable = new Set(
    resources.filter((resource) => resource.referable && !resource.variantOf).map(({ name }) => name),
  );
  const targets = new Set(resources.flatMap((resource) => [...foreignTargets(resource)]));
  expect(targets.size).toBeGreaterThan(1);
  // Resources of services that are not written yet are published when they are.
  const written = [...targets].filter((target) => services.has(serviceOf(target)));
  expect(written.filter((target) => !referable.has(target))).toEqual([]);
});

it('are checked where callers write them: both services name each other', async () => {
  const wrong = (await declaredResources()).flatMap((resource) =>
    writable(resource).flatMap((target) => {
      const [asking, owner] = [resource.service, serviceOf(target)];
      const names = (service: string) => manifests.find(({ name }) => name === service);
      const asks = names(asking)?.refersTo?.some((name) => name === owner);
      const answers = names(owner)?.rpc?.some(({ callers }) =>
        callers.resolve?.some((name) => name === asking),
      );
      return asks && answers ? [] : [`${resource.name} refers to ${target}`];
    }),
  );
  expect(wrong).toEqual([]);
});
