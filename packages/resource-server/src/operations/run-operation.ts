import type { Tx } from '@coulisse/service-kit/database';
import type { OperationSteps } from '../operation-steps';
import type { CommandDetails } from '../commands';
import type { Proceed, WrittenRecord } from '../commands';
import type { Call, StoredRecord, Presented, Row } from '../types';
import { applyAutoTransitions } from './auto-transitions';

/** What an operation wrote, and the properties that its command adds to the response. */
export interface Outcome {
  readonly stored: StoredRecord;
  readonly extra?: Row;
}

/** Writes a record, by its command if there is one, and applies the automatic transitions that are due. */
export async function runOperation(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  operation: string,
  details: CommandDetails,
  write: (extraValues: Row) => Promise<StoredRecord>,
): Promise<Outcome> {
  const command = call.withoutCommands ? undefined : steps.command(call.resource, operation);
  if (!command) return { stored: await applyAutoTransitions(steps, tx, call, await write({})) };
  let written: StoredRecord | undefined;
  const proceed: Proceed = async (extraValues = {}) => {
    written = await write(extraValues);
    return written.record as WrittenRecord;
  };
  const { ctx, resources } = steps;
  const result = await command.run({ ...details, tx, ctx, resources, actor: call.actor, proceed });
  const loaded =
    written && result === written.record ? written : await steps.store.read(tx, call.resource, result.id);
  if (!loaded)
    throw new Error(`a command of ${call.resource.name} answered an id that has no record: ${result.id}`);
  return { stored: await applyAutoTransitions(steps, tx, call, loaded), extra: { ...result } };
}

/** The record of an outcome as it is served, with what its command adds. */
export async function presentOutcome(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  { stored, extra = {} }: Outcome,
): Promise<Presented> {
  const presented = await steps.present(tx, call, stored);
  const added = Object.entries(extra).filter(([name]) => !(name in presented) && name !== 'tenantId');
  return { ...presented, ...Object.fromEntries(added) };
}
