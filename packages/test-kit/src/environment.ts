/** The infrastructure that integration tests run against: `npm test` names it, and so does `eval "$(node dev/env.mjs)"`. */
function named(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: start the infrastructure, then eval "$(node dev/env.mjs)"`);
  return value;
}

/** Address of PostgreSQL as its superuser, with another database if one is named. */
export function superuserUrl(database?: string): string {
  const url = new URL(named('TEST_POSTGRES_URL'));
  if (database) url.pathname = `/${database}`;
  return url.href;
}

/** `host:port`, by commas. */
export const kafkaBrokers = (): string => named('TEST_KAFKA_BROKERS');
