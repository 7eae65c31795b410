export { differences, latest } from './changes';
export { startTransitionOfAll } from './bulk/start-bulk';
export { asProblem } from './database-errors';
export { type Command, type CommandContext, type CommandResult, defineCommand } from './commands';
export { emission } from './emission';
export {
  FILES_PER_CALL,
  type FileSource,
  filesOf,
  reportFiles,
  runFileRounds,
} from './files/file-references';
export { bodyOf, recordSchema } from './openapi';
export { parseInput } from './parse';
export { resourcesOf } from './open-resources';
export type { Pipeline } from './pipeline';
export type { Locked, RecordOperations, Resources } from './record-operations';
export { blockedBy } from './present';
export type { FactsReader } from './facts';
export { defineResourceService, type ResourceManifest } from './resource-module';
export { publishDeleted, publishRecords } from './publication/publish-records';
export { rememberLabel } from './references/keep-references';
export { replyRecord } from './routes/route-group';
export type { Call, StoredRecord, Presented } from './types';
