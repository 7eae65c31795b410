import type { ServiceContext } from '@coulisse/service-kit/service';
import { observeGauges } from '@coulisse/service-kit/telemetry';

const GAUGES = {
  'coulisse.jobs': { description: 'Jobs that wait, run or failed, by kind', unit: '{job}' },
  'coulisse.jobs.oldest': {
    description: 'For how long the oldest waiting job has been due, by kind',
    unit: 's',
  },
};

const COUNTS = {
  name: 'jobs-counts',
  text: `SELECT kind, state, count(*)::int AS count,
      coalesce(extract(epoch FROM now() - min(run_after) FILTER (WHERE state = 'WAITING')), 0)::float8 AS due
    FROM kit.job WHERE state IN ('WAITING', 'RUNNING', 'FAILED') GROUP BY 1, 2`,
};

interface Counted {
  kind: string;
  state: string;
  count: number;
  due: number;
}

/** The queue of jobs of a service, those of users (exports, imports) included. */
export const observeJobs = ({ db, log }: Pick<ServiceContext, 'db' | 'log'>): (() => void) =>
  observeGauges(log, GAUGES, async (report) => {
    const { rows } = await db.askPlatform<Counted & Record<string, unknown>>('observe jobs', COUNTS);
    for (const { kind, state, count, due } of rows) {
      report('coulisse.jobs', count, { 'coulisse.job.kind': kind, 'coulisse.job.state': state });
      if (state === 'WAITING')
        report('coulisse.jobs.oldest', Math.max(0, due), { 'coulisse.job.kind': kind });
    }
  });
