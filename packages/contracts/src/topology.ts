import parts from './topology.json';

/** One deployable part: where it listens, what it answers and whom it calls. The only such table. */
export interface Part {
  name: string;
  kind: 'service' | 'gateway';
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

export type ServiceName = 'identity' | 'crm' | 'ticketing' | 'payments' | 'documents' | 'notifications';
