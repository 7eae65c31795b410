export type { ServiceContext } from './context';
export { defineService } from './define-service';
export { gracefulStop, stopOnSignals } from './graceful-stop';
export { type CheckResult, Health } from './health';
export type { Compose, ComposedParts, Manifest, Service, ServiceModule } from './manifest';
export { guardProcess } from './process-guard';
export { purge, type RetentionRule } from './retention';
export { Rounds, startRounds } from './rounds';
