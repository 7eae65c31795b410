import { describeResourceFor, type ResourceDefinition } from '@coulisse/resource';
import { may, type Actor } from '../actor';
import type { DescribeResources, KernelOptions, RouteSink } from '../kernel-port';
import type { ServiceContext } from '../service/types';
import { runnerOf } from './jobs/handlers';
import type { JobRunner } from './jobs/job-runner';
import { Pipeline } from './pipeline';
import { resourceRoutes } from './routes';

/** Serves the resources of a service: their routes, each calling the pipeline. Answers what does their jobs, to be started. */
export function mountResources(
  router: RouteSink,
  resources: readonly ResourceDefinition[],
  ctx: ServiceContext,
  { commands, computed, locales }: KernelOptions,
): JobRunner {
  const pipeline = new Pipeline(ctx, { resources, commands, computed, locales });
  router.add(...resources.flatMap((resource) => resourceRoutes(resource, pipeline)));
  return runnerOf(pipeline);
}

/** The descriptors of the resources that the actor may read. */
export const describeResources: DescribeResources = (
  resources,
  actor: Actor,
  { locales, descriptorOverrides },
) =>
  resources
    .filter((resource) => may(actor, `${resource.rights}.read`))
    .map((resource) => ({
      ...describeResourceFor(resource, locales, (right) => may(actor, right)),
      ...descriptorOverrides[resource.name],
    }));

export { missingLocaleKeys, localeKeys } from '@coulisse/resource';
export { Pipeline, type PipelineSettings } from './pipeline';
export { emission } from './emission';
export type { Call, Command, Commands, ComputedColumns, Proceed } from './types';
