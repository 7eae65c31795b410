import { defineJob, defineSchedule, type TenantTask } from '@coulisse/job-runner';
import { z } from 'zod';
import { refreshNext } from './refresh-loyalty.command';

const BATCH = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The last third party whose label was computed. */
const checkpoint = z.object({ after: z.uuid() });
type Checkpoint = z.output<typeof checkpoint>;

/** Computes the labels of a tenant in batches, one transaction each. */
async function refresh(task: TenantTask<Checkpoint>): Promise<void> {
  for (let after: string | undefined = task.checkpoint?.after ?? NOBODY; after !== undefined;) {
    task.signal.throwIfAborted();
    const previous: string = after;
    after = await task.inTenant(async (tx) => {
      const last = await refreshNext(tx, previous, BATCH);
      if (last !== undefined) await task.save(tx, { after: last });
      return last;
    });
  }
}

/** After a change of the scale. */
export const refreshLoyalties = defineJob({
  name: 'crm.refresh-loyalties',
  label: {
    fr: 'Recalcul de la fidélité après un changement du barème',
    en: 'Loyalty computed anew after a change of the scale',
  },
  payload: z.object({}),
  checkpoint,
  run: refresh,
});

/** After midnight of the tenant, sales of a year ago no longer count. */
export const refreshLoyaltiesDaily = defineSchedule({
  name: 'crm.refresh-loyalties-daily',
  label: { fr: 'Recalcul quotidien de la fidélité', en: 'Daily computation of loyalty' },
  cron: '5 0 * * *',
  zone: 'tenant',
  checkpoint,
  run: refresh,
});
