import type { Tx } from '@coulisse/service-kit/database';
import { differences, latest } from '../changes';
import { parseInput } from '../parse';
import type { OperationSteps } from '../operation-steps';
import { completeChildren } from '../store';
import type { Call, Presented } from '../types';
import { runOperation } from './run-operation';

/** `version` is the one that the caller read; null updates any version. */
export async function updateRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Presented> {
  steps.authorise(call, 'update');
  await steps.files.prepare(call.resource, call.actor.tenantId ?? '', body);
  return steps.inTransaction(call, id, (tx) => updateIn(steps, tx, call, id, version, body));
}

/** Updates in an open transaction. */
export async function updateIn(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Presented> {
  const { resource } = call;
  const before = await steps.lock(tx, call, id, version);
  const values = parseInput(resource, 'update', body);
  const input = { id, record: before.record, changes: values };
  return runOperation(steps, tx, call, 'update', input, async (extraValues) => {
    const merged = completeChildren(resource, { ...before.record, ...values, ...extraValues }, before.record);
    const after = steps.checked(resource, { ...before.record, ...merged });
    const changes = differences(resource, before.record, after);
    if (Object.keys(changes).length === 0) return before;
    const changed = await steps.store.update(tx, resource, before, latest(changes));
    steps.recordChange(tx, call, changed, 'update', changes);
    return changed;
  });
}
