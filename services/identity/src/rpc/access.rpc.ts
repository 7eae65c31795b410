import { identityV1 } from '@coulisse/contracts';
import { rpc } from '@coulisse/service-kit';
import { resolveActor } from '../features/access/resolve-actor';

/** Asked by every other service, every four seconds at most for one user. */
export const accessRpc = rpc(
  identityV1.AccessServiceDefinition,
  { resolveActor: ['crm', 'ticketing', 'payments', 'documents', 'notifications'] },
  { resolveActor },
);
