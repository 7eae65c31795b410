import type { ServiceName } from './generated/service-name';
import parts from './topology.json';

export type { ServiceName };

/** One deployable part: its ports, the paths it serves and the parts it calls. This is the only such table. */
export interface Part {
  name: string;
  kind: 'service' | 'gateway';
  /** True when its work follows a sale: on a full machine the parts that buyers wait for go first. */
  isBackground?: boolean;
  /** TCP port of HTTP, before any offset. */
  httpPort: number;
  /** TCP port of gRPC, before any offset; the gateway has none. */
  grpcPort?: number;
  /** True when the part owns a PostgreSQL database of its own name. */
  database: boolean;
  /** Paths that the gateway forwards to it; the longest prefix wins. */
  prefixes: string[];
  /** Parts that it calls. */
  calls: string[];
}

export const topology: readonly Part[] = parts as Part[];

/** The services, in the order of the topology. */
export const serviceNames = topology.flatMap(({ kind, name }) =>
  kind === 'service' ? [name as ServiceName] : [],
);
