import type { Logger } from 'pino';
import type { Database } from '@coulisse/service-kit/database';
import { type BackgroundWork, Rounds } from '@coulisse/service-kit/service';
import type { ScheduleDefinition } from './define-schedule';
import { ScheduleLedger, type Plan } from './schedule-ledger';
import { type ScheduleTimes, scheduleTimes } from './schedule-times';

export interface SchedulerSettings {
  db: Database;
  log: Logger;
  schedules: readonly ScheduleDefinition[];
  /** Called when jobs were added. */
  onAdded: () => void;
  now?: () => Date;
}

/** New tenants, changed time zones and other processes' plans are seen within this time. */
const LONGEST_PAUSE_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;
const FAILURE_PAUSE_MS = 5_000;

/** Adds the jobs of the schedules when their times come. Several processes may run one each: one of them adds a job. */
export class Scheduler implements BackgroundWork {
  private readonly ledger: ScheduleLedger;
  private readonly now: () => Date;
  private readonly times = new Map<string, ScheduleTimes>();
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => {
      this.settings.log.warn({ err: error }, 'schedule.round_failed');
      return FAILURE_PAUSE_MS;
    },
  );

  constructor(private readonly settings: SchedulerSettings) {
    const { db, schedules, now = () => new Date() } = settings;
    this.ledger = new ScheduleLedger(db, schedules, (plan) => this.timesOf(plan));
    this.now = now;
  }

  start(): void {
    if (this.settings.schedules.length > 0) this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Plans, then adds the jobs that are due; returns the pause until the next round, in ms. */
  async round(): Promise<number> {
    while ((await this.ledger.plan(this.now())) > 0 && !this.rounds.isStopped);
    for (;;) {
      const due = await this.ledger.due(this.now());
      let added = 0;
      for (const plan of due) {
        if (this.rounds.isStopped) return LONGEST_PAUSE_MS;
        added += Number(await this.run(plan));
      }
      // Nothing added: other processes have them.
      if (added === 0) break;
      this.settings.onAdded();
    }
    const next = await this.ledger.next();
    const pause = next ? next.getTime() - this.now().getTime() : LONGEST_PAUSE_MS;
    return Math.min(Math.max(pause, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  /** True if this process ran it. */
  private async run(plan: Plan): Promise<boolean> {
    const run = await this.ledger.run(plan, this.now());
    if (!run) return false;
    const { plannedAt, missed, jobId } = run;
    const facts = { schedule: plan.name, tenant: plan.tenantId, plannedAt, missed };
    if (jobId === null) this.settings.log.warn(facts, 'schedule.skipped');
    else if (missed > 0) this.settings.log.warn(facts, 'schedule.missed');
    else this.settings.log.info(facts, 'schedule.started');
    return true;
  }

  private timesOf({ cron, zone }: Plan): ScheduleTimes {
    const key = `${cron} ${zone}`;
    const times = this.times.get(key) ?? scheduleTimes(cron, zone);
    this.times.set(key, times);
    return times;
  }
}
