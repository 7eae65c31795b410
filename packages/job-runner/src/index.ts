export { JOB_STATES, type Job, type JobCall, type JobFile, type JobOutcome, type JobResource } from './job';
export { appendChunk, readChunk, readChunks } from './job-chunks';
export { JOB_RETENTION } from './job-retention';
export { JobRun, type JobHandler } from './job-run';
export { JobRunner, type JobRunnerSettings } from './job-runner';
export { Jobs, type JobView } from './jobs';
