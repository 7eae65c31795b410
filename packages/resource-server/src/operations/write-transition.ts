import { transitionOf } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { differences, latest } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { Call, StoredRecord, Row } from '../types';

/** Writes the new state of a record, its history and its event. */
export async function writeTransition(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  before: StoredRecord,
  name: string,
  extraValues: Row,
  comment?: string,
): Promise<StoredRecord> {
  const { resource } = call;
  const numbers = await steps.numbers(tx, resource, name, before.record);
  const state = transitionOf(resource, name)?.to ?? before.record.state;
  const after = steps.derived(resource, { ...before.record, ...numbers, ...extraValues, state });
  const changes = differences(resource, before.record, after);
  const moved = await steps.store.update(tx, resource, before, latest(changes));
  // A transition to the same state is recorded, too.
  const recordedChanges = { ...changes, state: [before.record.state, state] satisfies [unknown, unknown] };
  steps.recordChange(
    tx,
    call,
    moved,
    name,
    comment ? { ...recordedChanges, comment: [null, comment] } : recordedChanges,
  );
  return moved;
}
