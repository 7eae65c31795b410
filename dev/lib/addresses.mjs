// Where the infrastructure of this stack answers: what the environment names, else our own.
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

/** @returns {Set<string>} names of the parts that we start ourselves */
export const nativeParts = (env = process.env) =>
  new Set(Object.keys(NAMED_BY).filter((part) => !env[NAMED_BY[part]]));

/** Parts that exist already, with the address that the environment gives. */
export const externalParts = (env = process.env) =>
  Object.entries(NAMED_BY)
    .filter(([, name]) => env[name])
    .map(([part, name]) => ({ name: part, variable: name, address: env[name] }));

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
    storageDir: join(DATA_DIR, 'files'),
  };
}
