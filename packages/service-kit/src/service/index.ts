export type { ServiceContext } from './context';
export { JobQueue, type EnqueueOptions, type JobStore, type JobType } from './job-queue';
export { defineService } from './define-service';
export { gracefulStop, stopOnSignals } from './graceful-stop';
export { type CheckResult, Health } from './health';
export { releaseMemoryAtRest } from './idle-memory';
export type {
  BackgroundWork,
  Compose,
  ComposedParts,
  Manifest,
  MountedModule,
  Service,
  ServiceModule,
} from './manifest';
export { guardProcess } from './process-guard';
export { purge, type RetentionRule } from './retention';
export { Rounds, startRounds } from './rounds';
export { grantsOf, rightsOfService } from './declare-grants';
export { operatorReason, READ_DELIVERIES, UPDATE_DELIVERIES } from '../events/failed-delivery.routes';
