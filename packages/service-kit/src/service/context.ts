import type { ServiceName } from '@coulisse/contracts';
import type { Logger } from 'pino';
import type { StandardConfig } from '../config/config';
import type { Database } from '../database/types';
import type { GrpcClients } from '../grpc/types';
import type { Bus } from '../messaging/types';

/** The running components of a service; passed to every handler. Ports are not among them: features receive theirs. */
export interface ServiceContext {
  readonly name: ServiceName;
  /** Standard settings; `settings(ctx, shape)` returns a service's own settings with their types. */
  readonly config: StandardConfig & Readonly<Record<string, unknown>>;
  readonly db: Database;
  readonly log: Logger;
  readonly clients: GrpcClients;
  readonly bus: Bus;
}
