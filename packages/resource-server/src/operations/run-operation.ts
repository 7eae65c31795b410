import type { Tx } from '@coulisse/service-kit/database';
import type { OperationSteps } from '../operation-steps';
import type { Call, StoredRecord, Presented, Proceed, Row, WrittenRecord } from '../types';
import { applyAutoTransitions } from './auto-transitions';

/** Writes a record, by its command if there is one, applies the automatic transitions that are due, and presents it. */
export async function runOperation(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  operation: string,
  input: Row,
  write: (extraValues: Row) => Promise<StoredRecord>,
): Promise<Presented> {
  const command = steps.command(call.resource, operation);
  if (!command) return steps.present(tx, call, await applyAutoTransitions(steps, tx, call, await write({})));
  let written: StoredRecord | undefined;
  const proceed: Proceed = async (extraValues = {}) => {
    written = await write(extraValues);
    return written.record as WrittenRecord;
  };
  const result = await command(input, tx, steps.ctx, proceed);
  const loaded =
    written && result === written.record ? written : await steps.store.read(tx, call.resource, result.id);
  if (!loaded)
    throw new Error(`a command of ${call.resource.name} answered an id that has no record: ${result.id}`);
  const presented = await steps.present(tx, call, await applyAutoTransitions(steps, tx, call, loaded));
  const extra = Object.entries(result).filter(([name]) => !(name in presented) && name !== 'tenantId');
  return { ...presented, ...Object.fromEntries(extra) };
}
