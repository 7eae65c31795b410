import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';
import pino from 'pino';
import { ServiceDatabase } from '@coulisse/service-kit/database';

/** Folder of the sample; its name is the service name, which the database roles in the migrations contain. */
export const SAMPLE_FOLDER = join(__dirname, '..');

/** A migrated database of the sample service, on the PostgreSQL of the tests. */
export interface SampleDatabase {
  readonly db: ServiceDatabase;
  /** Connection strings for a child process. */
  readonly urls: { readonly url: string; readonly platformUrl: string };
  /** A separate connection pool, for a service with different SQL statements; the caller closes it. */
  open(): ServiceDatabase;
  /** Runs a statement as the superuser. */
  asSuperuser: TestDatabase['asSuperuser'];
  drop(): Promise<void>;
}

export async function sampleDatabase(): Promise<SampleDatabase> {
  const database = await testDatabase(SAMPLE_FOLDER);
  const open = () =>
    new ServiceDatabase({
      url: database.url,
      platformUrl: database.platformUrl,
      applicationName: 'sample',
      poolSize: 4,
      log: pino({ level: 'silent' }),
      published: new Set(['crm.tiers.v1', 'coulisse.resource.v1']),
    });
  const db = open();
  return {
    db,
    urls: { url: database.url, platformUrl: database.platformUrl },
    open,
    asSuperuser: database.asSuperuser,
    drop: async () => {
      await db.close();
      await database.drop();
    },
  };
}
