import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { differences } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { WrittenRecord } from '../commands';
import type { Call, StoredRecord } from '../types';
import { linkedData } from './links';

/** Deletes a locked record in the open transaction; `action` is how the history calls it. */
export async function deleteIn(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  before: StoredRecord,
  action = 'delete',
): Promise<void> {
  const { resource, actor } = call;
  const { record } = before;
  const { id } = record;
  const proceed = async () => {
    await steps.store.delete(tx, resource, id);
    steps.recordChange(tx, call, before, action, differences(resource, record, null), 'delete');
    return record as WrittenRecord;
  };
  const command = call.withoutCommands ? undefined : steps.command(resource, 'delete');
  const { ctx, resources } = steps;
  await (command ? command.run({ id, record, tx, ctx, resources, actor, proceed }) : proceed());
}

export async function deleteRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  version: number | null,
): Promise<void> {
  steps.authorise(call, 'delete');
  try {
    await steps.inTransaction(call, id, async (tx) => {
      const before = await steps.lock(tx, call, id, version, `${call.resource.rights}.delete`);
      await deleteIn(steps, tx, call, before);
    });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'foreign-key.linked-data')) throw error;
    // The error aborted the transaction: the records that refer to this one are read in another one.
    const links = await steps.inTransaction(call, id, (tx) => linkedData(steps, tx, call, id));
    throw new Problem('foreign-key.linked-data', { cause: error, extensions: { links } });
  }
}
