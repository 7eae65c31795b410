import { resolve } from 'node:path';
import { topology } from '@coulisse/contracts';
import {
  credentialsShape,
  DRAIN_MS,
  type Environment,
  keycloakShape,
  loadConfig,
  logShape,
} from '@coulisse/service-kit/config';
import { z } from 'zod';
import { limitsShape } from './limits/limits-config';

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().positive();
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const sessionKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'expected 32 bytes in base64');
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** The root of the repository seen from `src/` as well as from the bundle in `dist/`. */
const REPOSITORY = resolve(__dirname, '../..');

const services = topology.filter((part) => part.kind === 'service');
const partNamed = (name: string) => topology.find((part) => part.name === name);
const urlKey = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;

const shape = {
  ...keycloakShape,
  ...logShape,
  ...credentialsShape,
  /** Where the gateway listens. */
  HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.default(partNamed('gateway')?.httpPort ?? 8080),
  /** Address that browsers use; decides the cookie's name and the origin that mutations may come from. */
  PUBLIC_URL: address.default('http://localhost:8080'),
  /** Database `gateway`, as role gateway_app. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: positive.default(5),
  /** Audience that staff tokens must carry. */
  STAFF_AUDIENCE: z.string().default('coulisse-api'),
  /** Public client of the staff portal, sent to the browser in /b/config.json. */
  STAFF_CLIENT_ID: z.string().default('coulisse-staff'),
  /** Confidential client of the front realm with which the gateway logs the public in. */
  FRONT_CLIENT_ID: z.string().default('coulisse-gateway'),
  FRONT_CLIENT_SECRET: z.string().min(1),
  /** 32 bytes in base64: encrypts the tokens stored in sessions. */
  SESSION_KEY: sessionKey,
  /** Previous keys, separated by commas: values encrypted with them can still be decrypted. */
  SESSION_OLD_KEYS: list.pipe(z.array(sessionKey)).default([]),
  /** Origins that a page of the public front may post a form to: the bank's. */
  FORM_ACTION_ORIGINS: list.default([]),
  /** Closes the public front of the whole installation; the staff portal stays open. */
  MAINTENANCE: z.stringbool().default(false),
  /** `/app?maintenance=<key>` opens the closed public front in one browser. */
  MAINTENANCE_KEY: z.string().min(16).optional(),
  /** Folder of the built fronts: `<name>/dist` below it. The staff shell loads those with a federation manifest. */
  FRONTS_DIR: z.string().default(resolve(REPOSITORY, 'micro-frontends')),
  /** Longest body accepted, in bytes; uploads of files have a limit of their own. */
  BODY_LIMIT: positive.default(1_048_576),
  FILE_BODY_LIMIT: positive.default(26_214_400),
  /** Longest wait for the first byte of a response, in milliseconds. */
  UPSTREAM_TIMEOUT_MS: positive.default(30_000),
  /** True behind a proxy that sets X-Forwarded-For; the last address in it is then the client's. */
  TRUST_PROXY: z.stringbool().default(false),
  /** Request limits that differ from the product's defaults. */
  LIMITS: limitsShape,
  /** gRPC address of identity, which owns the public's accounts. */
  IDENTITY_GRPC: z.string().default(`127.0.0.1:${partNamed('identity')?.grpcPort ?? 0}`),
  /** For how long an idempotent request is retried while a service refuses connections, in ms. */
  UPSTREAM_REPEAT_MS: z.coerce.number().int().min(0).default(6_000),
  /** Between two readings of the host names of theatres, in ms; 0: there are none. */
  OWN_HOSTS_EVERY_MS: z.coerce.number().int().min(0).default(5_000),
  /** How long a stopping gateway still serves after readiness went off, in ms. */
  DRAIN_MS: z.coerce.number().int().min(0).default(DRAIN_MS),
  /** Time that a stop may take before the remaining connections are cut, in ms. */
  STOP_TIMEOUT_MS: z.coerce.number().int().min(0).default(10_000),
  ...Object.fromEntries(
    services.map((part) => [urlKey(part.name), address.default(`http://127.0.0.1:${part.httpPort}`)]),
  ),
};

/** Reads the environment once; all errors are reported together. */
export function readConfig(env: Environment = process.env) {
  const values = loadConfig(shape, env);
  const urls = values as unknown as Record<string, string>;
  return {
    ...values,
    /** Base address of each service by its name. */
    services: Object.fromEntries(services.map((part) => [part.name, urls[urlKey(part.name)] ?? ''])),
  };
}

export type Config = ReturnType<typeof readConfig>;
