import { bulkHandler } from '../bulk/bulk-job';
import { exportJob } from '../exchange/export-job';
import { importJob } from '../exchange/import-run';
import type { Pipeline } from '../pipeline';
import type { JobKind } from './job';
import type { JobHandler } from './job-run';
import { JobRunner } from './job-runner';

/** What does each kind of job. */
export const jobHandlers = (pipeline: Pipeline): Record<JobKind, JobHandler> => ({
  bulk: bulkHandler(pipeline),
  export: exportJob(pipeline),
  import: importJob(pipeline),
});

/** The runner of a service's jobs; it is woken by those that this process adds. */
export function runnerOf(pipeline: Pipeline): JobRunner {
  const { ctx, settings } = pipeline;
  const runner = new JobRunner({
    db: ctx.db,
    log: ctx.log,
    resources: settings.resources,
    handlers: jobHandlers(pipeline),
  });
  pipeline.jobs.onAdded(() => runner.wake());
  return runner;
}
