import { featuresOf, type AnyRecord } from '@coulisse/resource';
import { Problem } from '@coulisse/service-kit/problem';
import { differences, latest } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { Call, Presented } from '../types';
import { presentOutcome, runOperation } from './run-operation';

/** Archives or restores a record; does nothing if it already is. A rule may forbid either. */
export async function archiveRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  archived: boolean,
  version: number | null,
): Promise<Presented> {
  steps.authorise(call, 'update');
  const { resource } = call;
  if (!featuresOf(resource).archivable) throw new Problem('http.404');
  return steps.inTransaction(call, id, async (tx) => {
    const before = await steps.lock(tx, call, id, version);
    if (before.record.isArchived === archived) return steps.present(tx, call, before);
    const action = archived ? 'archive' : 'restore';
    const outcome = await runOperation(
      steps,
      tx,
      call,
      action,
      { id, record: before.record },
      async (extraValues) => {
        const after = allowed(steps, call, { ...before.record, ...extraValues, isArchived: archived });
        const changes = differences(resource, before.record, after);
        const changed = await steps.storeFor(call).update(tx, resource, before, latest(changes));
        steps.recordChange(tx, call, changed, action, changes, 'update');
        return changed;
      },
    );
    return presentOutcome(steps, tx, call, outcome);
  });
}

/** The record as it would be stored; throws if a rule forbids it. */
function allowed(steps: OperationSteps, { resource }: Call, record: AnyRecord): AnyRecord {
  try {
    return steps.checked(resource, record);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(record.isArchived ? 'archive.impossible' : 'unarchive.impossible', {
      params: { name: String(record[resource.label as 'state'] ?? record.id) },
      errors: [...error.errors],
      cause: error,
    });
  }
}
