export {
  defineJob,
  type JobDefinition,
  type JobOptions,
  type JobTask,
  type Retries,
  type Task,
  type TenantTask,
  type WorkLabel,
} from './define-job';
export {
  defineSchedule,
  type ScheduleDefinition,
  type ServiceScheduleOptions,
  type ServiceScheduleTask,
  type TenantScheduleOptions,
  type TenantScheduleTask,
} from './define-schedule';
export { eachInBatches } from './each-in-batches';
export { JOB_STATES, type Job, type JobCall, type JobFile, type JobOutcome, type JobResource } from './job';
export { appendChunk, readChunk, readChunks } from './job-chunks';
export { type DeclaredWork, jobModule } from './job-module';
export { JOB_RETENTION } from './job-retention';
export { JobRun, type JobHandler } from './job-run';
export { JobRunner, type JobRunnerSettings } from './job-runner';
export { Jobs, type JobView } from './jobs';
