import type { ResourceDefinition } from '@coulisse/resource';
import { bulkHandler } from '../bulk/bulk-job';
import { type JobHandler, JobRunner } from '@coulisse/job-runner';
import type { Pipeline } from '../pipeline';
import type { ResourceExtension, ResourceJob } from '../resource-extension';

const BULK: Readonly<Record<string, ResourceJob>> = {
  bulk: { visibilityRight: 'update', handler: bulkHandler },
};

const jobsOf = (extensions: readonly ResourceExtension[]): Readonly<Record<string, ResourceJob>> =>
  extensions.reduce<Readonly<Record<string, ResourceJob>>>((all, { jobs }) => ({ ...all, ...jobs }), BULK);

/** By kind of job: the last segment of the right that lets users other than the owner see it. */
export const jobRights = (extensions: readonly ResourceExtension[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(jobsOf(extensions)).map(([kind, { visibilityRight }]) => [kind, visibilityRight]),
  );

/** The handler of each kind of job. */
export const jobHandlers = (
  pipeline: Pipeline,
  extensions: readonly ResourceExtension[],
): Record<string, JobHandler<ResourceDefinition>> =>
  Object.fromEntries(
    Object.entries(jobsOf(extensions)).map(([kind, { handler }]) => [kind, handler(pipeline)]),
  );

/** A runner for the jobs of a service; a job that this process adds wakes it. */
export function runnerOf(
  pipeline: Pipeline,
  extensions: readonly ResourceExtension[],
): JobRunner<ResourceDefinition> {
  const { ctx, settings } = pipeline;
  const runner = new JobRunner({
    db: ctx.db,
    log: ctx.log,
    resources: settings.resources,
    handlers: jobHandlers(pipeline, extensions),
  });
  pipeline.jobs.onAdded(() => runner.wake());
  return runner;
}
