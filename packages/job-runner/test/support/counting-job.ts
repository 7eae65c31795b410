import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { defineJob } from '../../src/define-job';
import { quietly } from './service-bench';

/** Adds `steps` shelves, one transaction each, and goes on after the last one that it stored. */
export const countingJob = defineJob({
  name: 'crm.add-shelves',
  label: { fr: 'Essai', en: 'Trial' },
  payload: z.object({ steps: z.int(), pauseMs: z.int() }),
  checkpoint: z.object({ added: z.int() }),
  retries: { attempts: 50, firstMs: 1, longestMs: 10 },
  async run({ payload: { steps, pauseMs }, checkpoint, signal, tenantId, inTenant, save }) {
    for (let added = checkpoint?.added ?? 0; added < steps; added++) {
      signal.throwIfAborted();
      await inTenant(async (tx) => {
        await tx.sql.query('INSERT INTO shelf (id, tenant_id, name) VALUES ($1, $2, $3)', [
          randomUUID(),
          tenantId,
          `Pas ${added} ${randomUUID().slice(0, 8)}`,
        ]);
        await save(tx, { added: added + 1 }, added + 1);
      });
      await quietly(pauseMs);
    }
    return { steps };
  },
});
