import type { ServiceModule } from '@coulisse/service-kit';

/** Longer than any event is redelivered. */
const DELETED_DAYS = 90;
const BATCH = 1_000;
const OLD = `DELETE FROM search_entry WHERE ctid = ANY(ARRAY(SELECT ctid FROM search_entry
  WHERE deleted AND changed_at < now() - $1 * interval '1 day' LIMIT $2))`;

/** Forgets deleted records when no late event can revive them any more. */
export const deletedEntriesRetention: ServiceModule = () => ({
  retention: [
    {
      name: 'deletedSearchEntries',
      deleteBatch: async (sql) => (await sql.query(OLD, [DELETED_DAYS, BATCH])).rowCount,
    },
  ],
});
