/** An address of the integration tests' infrastructure; set by `npm test` and by `eval "$(node dev/env.mjs)"`. */
function named(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: start the infrastructure, then eval "$(node dev/env.mjs)"`);
  return value;
}

/** PostgreSQL URL of the superuser, with another database if one is given. */
export function superuserUrl(database?: string): string {
  const url = new URL(named('TEST_POSTGRES_URL'));
  if (database) url.pathname = `/${database}`;
  return url.href;
}

/** `host:port`, separated by commas. */
export const kafkaBrokers = (): string => named('TEST_KAFKA_BROKERS');
