// Addresses of the infrastructure: those that the environment names, else our own.
import { postgresUrl } from '../infra/postgres.mjs';
import { secret } from './secrets.mjs';
import { DATA_DIR, PORTS } from './settings.mjs';
import { join } from 'node:path';

/** Parts that we start ourselves unless the environment names one that exists. */
const NAMED_BY = {
  postgres: 'DATABASE_URL',
  kafka: 'KAFKA_BROKERS',
  keycloak: 'KEYCLOAK_URL',
  gotenberg: 'GOTENBERG_URL',
  mailbox: 'SMTP_URL',
};

/** Parts that are used where the environment names one, and never started by a start. */
const ONLY_IF_NAMED = { s3: 'S3_ENDPOINT' };

/** @returns {Set<string>} names of the parts that we start ourselves */
export const nativeParts = (env = process.env) =>
  new Set(Object.keys(NAMED_BY).filter((part) => !env[NAMED_BY[part]]));

/** Parts that exist already, with the address that the environment gives. */
export const externalParts = (env = process.env) =>
  Object.entries({ ...NAMED_BY, ...ONLY_IF_NAMED })
    .filter(([, name]) => env[name])
    .map(([part, name]) => ({ name: part, variable: name, address: env[name] }));

/** Variables for the file storage of documents: the S3 that the environment names, else a folder of this stack. */
export function storage(env = process.env) {
  const s3 = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith('S3_') && value),
  );
  // Incomplete S3 settings are passed on too: documents reports what is missing.
  return {
    STORAGE_DIR: join(DATA_DIR, 'files'),
    ...(s3.S3_ENDPOINT ? { S3_BUCKET: 'coulisse' } : {}),
    ...s3,
  };
}

export function addresses(env = process.env) {
  return {
    /** As a superuser. */
    databaseUrl: env.DATABASE_URL || postgresUrl(PORTS.postgres, secret('postgres')),
    kafkaBrokers: env.KAFKA_BROKERS || `127.0.0.1:${PORTS.kafka}`,
    keycloakUrl: (env.KEYCLOAK_URL || `http://localhost:${PORTS.keycloak}`).replace(/\/+$/, ''),
    gotenbergUrl: env.GOTENBERG_URL || `http://127.0.0.1:${PORTS.gotenberg}`,
    smtpUrl: env.SMTP_URL || `smtp://127.0.0.1:${PORTS.smtp}`,
    publicUrl: env.PUBLIC_URL || `http://localhost:${PORTS.gateway}`,
    mailboxUrl: `http://localhost:${PORTS.mailbox}`,
    sandboxBankUrl: `http://localhost:${PORTS.sandboxBank}`,
  };
}
