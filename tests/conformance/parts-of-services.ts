import type { Manifest } from '@coulisse/service-kit';
import { service as crm } from '../../services/crm/src/service';
import { service as documents } from '../../services/documents/src/service';
import { service as identity } from '../../services/identity/src/service';
import { service as notifications } from '../../services/notifications/src/service';
import { service as payments } from '../../services/payments/src/service';
import { service as ticketing } from '../../services/ticketing/src/service';

export const manifests: readonly Manifest[] = [
  crm,
  documents,
  identity,
  notifications,
  payments,
  ticketing,
].map(({ manifest }) => manifest);

/** What a service serves and consumes. Composing only passes references on, so empty objects stand in for features. */
export function partsOf({ rpc = [], consumers = [], compose }: Manifest) {
  const container = { get: () => ({}) };
  const composed = compose?.(container as never, {} as never);
  return {
    rpc: [...rpc, ...(composed?.rpc ?? [])],
    consumers: [...consumers, ...(composed?.consumers ?? [])],
  };
}
