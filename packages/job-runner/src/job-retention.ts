import type { RetentionRule } from '@coulisse/service-kit/service';

const DAYS = 7;
/** Small, because the files of a job are deleted with it. */
const BATCH = 50;
const SCHEDULE_DAYS = 90;
const SCHEDULE_BATCH = 1_000;

/**
 * Jobs and their files are deleted after a week; a running job is left to its process. Of those that the service declared,
 * only the finished ones are: a failed one waits for an administrator, a waiting one for its time.
 */
export const JOB_RETENTION: RetentionRule = {
  name: 'jobs',
  deleteBatch: async (sql) => {
    const { rowCount } = await sql.query(
      `DELETE FROM kit.job WHERE id IN (SELECT id FROM kit.job
         WHERE created_at < now() - $1 * interval '1 day' AND state <> 'RUNNING'
           AND (resource IS NOT NULL
             OR (state IN ('DONE', 'CANCELLED') AND finished_at < now() - $1 * interval '1 day'))
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [DAYS, BATCH],
    );
    return rowCount;
  },
};

/** Runs of schedules are deleted after 90 days. */
export const SCHEDULE_RUN_RETENTION: RetentionRule = {
  name: 'scheduleRuns',
  deleteBatch: async (sql) => {
    const { rowCount } = await sql.query(
      `DELETE FROM kit.schedule_run WHERE ctid = ANY(ARRAY(SELECT ctid FROM kit.schedule_run
         WHERE at < now() - $1 * interval '1 day' LIMIT $2))`,
      [SCHEDULE_DAYS, SCHEDULE_BATCH],
    );
    return rowCount;
  },
};

/** Plans of schedules that no version of the service declares any more. */
export const SCHEDULE_RETENTION: RetentionRule = {
  name: 'schedules',
  deleteBatch: async (sql) => {
    const { rowCount } = await sql.query(
      `DELETE FROM kit.schedule WHERE ctid = ANY(ARRAY(SELECT ctid FROM kit.schedule
         WHERE next_at < now() - $1 * interval '1 day' LIMIT $2))`,
      [SCHEDULE_DAYS, SCHEDULE_BATCH],
    );
    return rowCount;
  },
};
