import type { ResourceDefinition } from '@coulisse/resource';
import type { JobView } from '@coulisse/job-runner';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import type { RawQuery } from '../list-query';
import { pipelineOf } from '../open-resources';
import { enqueueBulkIn } from './bulk-job';
import { bulkOrder } from './bulk-order';

/** A transition of all records of a list. */
export interface TransitionOfAll {
  readonly transition: string;
  /** For the history. */
  readonly comment?: string;
  /** Query parameters of the list. */
  readonly query: RawQuery;
}

/**
 * Starts the job that makes a transition of all records of a list, with the rights of the actor, if the open transaction is
 * committed. Throws as the route `_bulk` does.
 */
export function startTransitionOfAll(
  ctx: ServiceContext,
  tx: Tx,
  actor: Actor,
  resource: ResourceDefinition,
  { query, ...request }: TransitionOfAll,
): Promise<JobView> {
  const call = { resource, actor, language: actor.language };
  const order = bulkOrder(call, { ...request, action: 'transition', query });
  return enqueueBulkIn(pipelineOf(ctx), tx, call, order, query);
}
