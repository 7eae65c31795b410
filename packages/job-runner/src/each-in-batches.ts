import type { Tx } from '@coulisse/service-kit/database';
import type { TenantTask } from './define-job';

/** So many are handled in one transaction. */
const BATCH = 20;

/**
 * Handles each text that a statement gives for the tenant of a task, some of them in each transaction. Of the statement, `$1` is
 * the tenant, `$2` the text that it begins after, `$3` the most that it may give; it gives `text`, in ascending order. A text
 * whose transaction was interrupted comes again when the task is repeated.
 */
export async function eachInBatches(
  task: Pick<TenantTask, 'signal' | 'inTenant'>,
  statement: string,
  handle: (tx: Tx, text: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    task.signal.throwIfAborted();
    const begin: string = after;
    after = await task.inTenant(async (tx) => {
      const { rows } = await tx.sql.query<{ text: string }>(statement, [tx.tenantId, begin, BATCH]);
      for (const { text } of rows) await handle(tx, text);
      return rows.length < BATCH ? undefined : rows.at(-1)?.text;
    });
  }
}
