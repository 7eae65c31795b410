import type { ServiceContext } from '@coulisse/service-kit';
import { observeGauges } from '@coulisse/service-kit/telemetry';

const GAUGES = {
  'coulisse.holds.overdue': {
    description: 'For how long the oldest expired hold has not been announced as free',
    unit: 's',
  },
};

const OVERDUE = {
  name: 'holds-overdue',
  text: `SELECT coalesce(extract(epoch FROM now() - min(expires_at)), 0)::float8 AS overdue
    FROM seat_claim WHERE state = 'HELD' AND expires_at <= now()`,
};

/** How far the expiry of holds is behind; other replicas report the same number. */
export const observeHolds = ({ db, log }: Pick<ServiceContext, 'db' | 'log'>): (() => void) =>
  observeGauges(log, GAUGES, async (report) => {
    const { rows } = await db.askPlatform<{ overdue: number }>('observe expired holds', OVERDUE);
    report('coulisse.holds.overdue', rows[0]?.overdue ?? 0);
  });
