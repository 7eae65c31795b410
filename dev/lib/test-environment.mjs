// Environment variables for tests of a running stack. Their names differ from those that configure a stack: a test may
// start a stack of its own.
import { DEMO_PASSWORD } from '../demo.mjs';
import { DATA_DIR } from './settings.mjs';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { addresses } from './addresses.mjs';
import { keycloakAccess } from './keycloak-client.mjs';

const ENV = fileURLToPath(new URL('../env.mjs', import.meta.url));

export function currentEnvironment() {
  const { databaseUrl, kafkaBrokers, gotenbergUrl, smtpUrl, ...rest } = addresses();
  const keycloak = keycloakAccess();
  return {
    TEST_POSTGRES_URL: databaseUrl,
    TEST_KAFKA_BROKERS: kafkaBrokers,
    TEST_KEYCLOAK_URL: keycloak.url,
    TEST_KEYCLOAK_ADMIN: keycloak.username,
    TEST_KEYCLOAK_ADMIN_PASSWORD: keycloak.password,
    TEST_GOTENBERG_URL: gotenbergUrl,
    TEST_SMTP_URL: smtpUrl,
    TEST_MAILBOX_URL: rest.mailboxUrl,
    TEST_SANDBOX_BANK_URL: rest.sandboxBankUrl,
    TEST_PUBLIC_URL: rest.publicUrl,
    TEST_DEMO_PASSWORD: DEMO_PASSWORD,
    TEST_DATA_DIR: DATA_DIR,
  };
}

/**
 * The same for another stack of this clone, given by its variables, in a new process: ports are read when it starts.
 * @param {Record<string, string>} stack
 */
export const testEnvironment = async (stack) =>
  JSON.parse(
    execFileSync(process.execPath, [ENV, '--json'], {
      env: { ...process.env, ...stack },
      encoding: 'utf8',
    }),
  );
