import type { RetentionRule } from '@coulisse/service-kit/service';

const DAYS = 7;
/** Small, because the files of a job are deleted with it. */
const BATCH = 50;

/** Jobs and their files are deleted after a week; a running job is left to its process. */
export const JOB_RETENTION: RetentionRule = {
  name: 'jobs',
  deleteBatch: async (sql) => {
    const { rowCount } = await sql.query(
      `DELETE FROM job WHERE id IN (SELECT id FROM job
         WHERE created_at < now() - $1 * interval '1 day' AND state <> 'RUNNING'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [DAYS, BATCH],
    );
    return rowCount;
  },
};
