import { readFileSync } from 'node:fs';
import { topology, type ServiceName } from '@coulisse/contracts';
import { z } from 'zod';
import { EVENT_TIMEOUT_MS } from '../events/time-limit';
import { credentialsShape } from './service-credentials';

/** Environment variables by name; values are strings, so use `z.coerce` or a pipe for other types. */
export type ConfigShape = Record<string, z.ZodType>;
export type ConfigOf<S extends ConfigShape> = { readonly [K in keyof S]: z.output<S[K]> };
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is invalid; all reasons are listed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly reasons: readonly string[]) {
    super(`the configuration is not usable:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`);
  }
}

/**
 * Reads `shape` from the environment. `<KEY>_FILE` names a file that holds the value of `KEY` (mounted secrets).
 * Throws one ConfigError that lists all errors.
 */
export function loadConfig<S extends ConfigShape>(shape: S, env: Environment): ConfigOf<S> {
  const reasons: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    try {
      const parsed = schema.safeParse(valueOf(key, env));
      if (parsed.success) values[key] = parsed.data;
      else reasons.push(`${key}: ${parsed.error.issues.map((issue) => issue.message).join(', ')}`);
    } catch (error) {
      reasons.push(`${key}: ${(error as Error).message}`);
    }
  }
  if (reasons.length > 0) throw new ConfigError(reasons);
  return Object.freeze(values) as ConfigOf<S>;
}

function valueOf(key: string, env: Environment): string | undefined {
  const file = env[`${key}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : env[key];
  return value === '' ? undefined : value;
}

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const hostAndPort = z.string().regex(/^[^\s/]+:\d+$/, 'expected host:port');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Issuer of tokens: shared by services and the gateway. */
export const keycloakShape = {
  /** Address of Keycloak for browsers: the prefix of every issuer. */
  KEYCLOAK_URL: httpUrl,
  /** Address of Keycloak for this process, if it differs. */
  KEYCLOAK_INTERNAL_URL: httpUrl.optional(),
  KEYCLOAK_REALM: z.string().default('coulisse'),
  KEYCLOAK_FRONT_REALM: z.string().default('coulisse-front'),
};

export const logShape = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
};

/** 32 bytes in base64. */
const key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'expected 32 bytes in base64');

/** Key encryption keys: the installation's key wraps the data keys that encrypt fields; earlier keys still decrypt. */
export const encryptionShape = {
  ENCRYPTION_KEY: key.optional(),
  /** Separated by commas; data keys that they wrapped can still be read. */
  ENCRYPTION_OLD_KEYS: list.pipe(z.array(key)).default([]),
};

/** The brokers, and how this process authenticates to them; a broker on loopback needs no authentication. */
export const kafkaShape = {
  KAFKA_BROKERS: list.pipe(z.array(hostAndPort).min(1)),
  /** SASL credentials: both or none. */
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['scram-sha-512', 'scram-sha-256', 'plain']).default('scram-sha-512'),
  /** TLS to the brokers; also on if a certificate authority is given. */
  KAFKA_TLS: z.stringbool().default(false),
  /** Certificate (PEM) of the authority that signed the brokers' certificates, if it is not a public one. */
  KAFKA_TLS_CA: z.string().optional(),
};

/** Longer than two probes of a load balancer, and than the gateway keeps an idle connection. */
export const DRAIN_MS = 5_000;

/** Settings of every service. */
export const standardShape = (name: ServiceName) => {
  const part = topology.find((candidate) => candidate.name === name);
  return {
    ...keycloakShape,
    ...logShape,
    ...encryptionShape,
    ...credentialsShape,
    ...kafkaShape,
    HOST: z.string().default('127.0.0.1'),
    HTTP_PORT: port(part?.httpPort ?? 0),
    GRPC_PORT: port(part?.grpcPort ?? 0),
    DATABASE_URL: postgresUrl,
    /** Same database, role `<service>_platform`. */
    DATABASE_PLATFORM_URL: postgresUrl,
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
    PUBLIC_URL: httpUrl.default('http://localhost:8080'),
    /** Longest attempt to handle an event, in ms; an event that takes longer is stored and retried. */
    EVENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(EVENT_TIMEOUT_MS),
    /** Time that a stopping process serves after it reports unready, in ms: longer than a balancer's probe interval. */
    DRAIN_MS: z.coerce.number().int().min(0).default(DRAIN_MS),
    /** Time after which a stop cuts what is still active, in ms. */
    STOP_TIMEOUT_MS: z.coerce.number().int().min(0).default(10_000),
  };
};

export type StandardConfig = ConfigOf<ReturnType<typeof standardShape>>;

/** The variable `<PEER>_GRPC` of each called peer, such as `PAYMENTS_GRPC=payments:5104`. */
export const peerShape = (peers: Iterable<string>): ConfigShape =>
  Object.fromEntries(
    [...peers].map((peer) => {
      const grpcPort = topology.find((part) => part.name === peer)?.grpcPort;
      return [peerKey(peer), grpcPort ? hostAndPort.default(`127.0.0.1:${grpcPort}`) : hostAndPort];
    }),
  );

export const peerKey = (peer: string): string => `${peer.toUpperCase().replaceAll('-', '_')}_GRPC`;

/** A service's own settings, typed: `settings(ctx, shape)` with the shape that its manifest gave as `config`. */
export const settings = <S extends ConfigShape>(
  ctx: { config: Readonly<Record<string, unknown>> },
  _shape: S,
): ConfigOf<S> => ctx.config as unknown as ConfigOf<S>;
