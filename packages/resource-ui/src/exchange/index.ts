export { ResourceImport } from './import/import-page';
export { JobsProvider, useJobs } from './jobs/jobs-context';
export { JobsTray } from './jobs/jobs-tray';
