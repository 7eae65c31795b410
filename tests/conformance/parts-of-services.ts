import type { DeclaredRight, DefaultGrant } from '@coulisse/contracts';
import { grantsOf, rightsOfService, type Manifest } from '@coulisse/service-kit/service';
import { service as crm } from '../../services/crm/src/service';
import { service as documents } from '../../services/documents/src/service';
import { service as identity } from '../../services/identity/src/service';
import { service as notifications } from '../../services/notifications/src/service';
import { service as payments } from '../../services/payments/src/service';
import { service as ticketing } from '../../services/ticketing/src/service';
import { service as insights } from '../../services/insights/src/service';
import { service as sales } from '../../services/sales/src/service';

export const manifests: readonly Manifest[] = [
  crm,
  documents,
  identity,
  notifications,
  payments,
  ticketing,
  insights,
  sales,
].map(({ manifest }) => manifest);

/** Parts are only described: no database, no feature and no key is used. */
const context = {
  db: {},
  clients: {},
  jobs: { use: () => undefined },
  config: { ENCRYPTION_KEY: Buffer.alloc(32), ENCRYPTION_OLD_KEYS: [] },
};

/** What a service serves and consumes. Composing only passes references on, so empty objects stand in for features. */
export function partsOf(manifest: Manifest) {
  const { rpc = [], consumers = [], batchConsumers = [], routes = [], compose } = manifest;
  const composed = compose?.({ get: () => ({}) } as never, context as never);
  const mounted = [...(manifest.modules ?? []), ...(composed?.modules ?? [])].map((module) =>
    module(context as never),
  );
  return {
    rpc: [...rpc, ...(composed?.rpc ?? [])],
    consumers: [...consumers, ...(composed?.consumers ?? [])],
    batchConsumers,
    routes: [...routes, ...(composed?.routes ?? []), ...mounted.flatMap((module) => module.routes ?? [])],
    mounted,
  };
}

/** The default grants of every service. */
export const declaredGrants = (): DefaultGrant[] =>
  manifests.flatMap((manifest) => grantsOf(manifest, partsOf(manifest).mounted));

/** The rights of every service that a tenant may grant, in words. */
export const declaredRights = (): DeclaredRight[] =>
  manifests.flatMap((manifest) => rightsOfService(manifest, partsOf(manifest).mounted));

/** The rights that routes require, each once. */
export const routeRights = (): string[] => [
  ...new Set(
    manifests
      .flatMap((manifest) => partsOf(manifest).routes)
      .flatMap(({ spec: { access } }) => (typeof access === 'object' ? [access.right] : [])),
  ),
];
