import type { resourceV1, ServiceName } from '@coulisse/contracts';
import type { Logger } from 'pino';
import type { StandardConfig } from '../config/config';
import type { Database } from '../database/types';
import type { GrpcClients, RpcClient } from '../grpc/types';
import type { Bus } from '../messaging/types';
import type { JobQueue } from './job-queue';

/** The running components of a service; passed to every handler. Ports are not among them: features receive theirs. */
export interface ServiceContext {
  readonly name: ServiceName;
  /** Standard settings; `settings(ctx, shape)` returns a service's own settings with their types. */
  readonly config: StandardConfig & Readonly<Record<string, unknown>>;
  readonly db: Database;
  readonly log: Logger;
  readonly clients: GrpcClients;
  readonly bus: Bus;
  /** Adds the background work that the manifest declares. */
  readonly jobs: JobQueue;
  /** The owners of the records that this service refers to, by their names. */
  readonly owners: ReadonlyMap<string, RpcClient<resourceV1.ReferenceServiceDefinition>>;
}
