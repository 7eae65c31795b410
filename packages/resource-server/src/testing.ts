export { DataKeys } from './encryption/data-keys';
export { FieldCipher } from './encryption/field-cipher';
export { InstallationKeys } from './encryption/installation-keys';
export { jobHandlers, jobRights } from './jobs/resource-jobs';
export { openPipeline, pipelineOf } from './open-resources';
export { resourceRoutes } from './routes';
export type { RecordOwners } from './references/check-references';
