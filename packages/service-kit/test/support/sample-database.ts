import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';
import pino from 'pino';
import { ServiceDatabase } from '../../src/database/database';

/** A database of the sample service, migrated, on the PostgreSQL that the tests run against. */
export interface SampleDatabase {
  readonly db: ServiceDatabase;
  /** For a process of its own. */
  readonly urls: { readonly url: string; readonly platformUrl: string };
  /** Connections of their own, for a service that words its statements otherwise; close them. */
  open(): ServiceDatabase;
  /** Runs a statement as the superuser. */
  asSuperuser: TestDatabase['asSuperuser'];
  drop(): Promise<void>;
}

export async function sampleDatabase(): Promise<SampleDatabase> {
  const database = await testDatabase(join(__dirname, '../sample'));
  const open = () =>
    new ServiceDatabase({
      url: database.url,
      platformUrl: database.platformUrl,
      applicationName: 'sample',
      poolSize: 4,
      log: pino({ level: 'silent' }),
      published: new Set(['crm.tiers.v1']),
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
