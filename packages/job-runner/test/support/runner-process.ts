import { readFileSync } from 'node:fs';
import { ServiceDatabase } from '@coulisse/service-kit/database';
import pino from 'pino';
import { z } from 'zod';
import { defineSchedule } from '../../src/define-schedule';
import { JobRun } from '../../src/job-run';
import { Scheduler } from '../../src/scheduler';
import { countingJob } from './counting-job';
import { serviceRunner } from './service-bench';

/** Settings of a process that runs jobs and a schedule, read from the file named by its first argument. */
export interface RunnerProcessSettings {
  url: string;
  platformUrl: string;
  /** Breaks the behaviour under test: a checkpoint is then not stored in the transaction of the work. */
  sabotaged: boolean;
}

const { url, platformUrl, sabotaged } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as RunnerProcessSettings;
const log = pino({ level: 'silent' });
const db = new ServiceDatabase({
  url,
  platformUrl,
  applicationName: 'sample',
  poolSize: 4,
  log,
  published: new Set(),
});
/** Adds a shelf at each planned time; a run that is repeated after its process was killed adds no second one. */
const addShelf = defineSchedule({
  name: 'crm.add-shelf',
  label: { fr: 'Essai', en: 'Trial' },
  cron: '* * * * *',
  zone: 'tenant',
  checkpoint: z.object({ isAdded: z.literal(true) }),
  async run({ plannedAt, checkpoint, inTenant, save, tenantId }) {
    if (checkpoint?.isAdded) return;
    await inTenant(async (tx) => {
      await tx.sql.query('INSERT INTO shelf (id, tenant_id, name) VALUES (gen_random_uuid(), $1, $2)', [
        tenantId,
        plannedAt.toISOString(),
      ]);
      await save(tx, { isAdded: true });
    });
  },
});
if (sabotaged) JobRun.prototype.save = async () => undefined;
const { runner } = serviceRunner(db, { jobs: [countingJob], schedules: [addShelf] }, { staleMs: 500 });
runner.start();
new Scheduler({ db, log, schedules: [addShelf], onAdded: () => runner.wake() }).start();
process.stdout.write('ready\n');
