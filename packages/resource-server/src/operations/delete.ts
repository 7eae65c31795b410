import { Problem } from '@coulisse/service-kit/problem';
import { differences } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { Call, WrittenRecord } from '../types';
import { linkedData } from './links';

export async function deleteRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  version: number | null,
): Promise<void> {
  steps.authorise(call, 'delete');
  try {
    await steps.inTransaction(call, id, async (tx) => {
      const { resource } = call;
      const before = await steps.lock(tx, call, id, version);
      const { record } = before;
      const proceed = async () => {
        await steps.store.delete(tx, resource, id);
        steps.recordChange(tx, call, before, 'delete', differences(resource, record, null));
        return record as WrittenRecord;
      };
      const command = steps.command(resource, 'delete');
      await (command ? command({ id, record }, tx, steps.ctx, proceed) : proceed());
    });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'foreign-key.linked-data')) throw error;
    // The error aborted the transaction: the records that refer to this one are read in another one.
    const links = await steps.inTransaction(call, id, (tx) => linkedData(steps, tx, call, id));
    throw new Problem('foreign-key.linked-data', { cause: error, extensions: { links } });
  }
}
