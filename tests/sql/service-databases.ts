import { join } from 'node:path';
import { createPool } from '@coulisse/service-kit/database';
import { createLogger } from '@coulisse/service-kit/log';
import { testDatabase } from '@coulisse/test-kit';
import { StatementDescriber } from './description';
import { ROOT } from './sources';

/** A migrated database that describes statements. */
export interface DescribingDatabase {
  readonly describer: StatementDescriber;
  close(): Promise<void>;
}

export async function describingDatabase(folder: string): Promise<DescribingDatabase> {
  const database = await testDatabase(join(ROOT, folder));
  const log = createLogger({ name: 'sql', level: 'silent' });
  // The owner: privileges are checked when a statement runs, and none does.
  const pool = createPool({ url: database.ownerUrl, applicationName: 'sql', size: 1, log });
  const describer = await StatementDescriber.connect(pool);
  return {
    describer,
    close: async () => {
      describer.release();
      await pool.end();
      await database.drop();
    },
  };
}
