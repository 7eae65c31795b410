import type { Tx } from '@coulisse/service-kit/database';
import { differences, latest } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { Call } from '../types';
import { applyAutoTransitions } from './auto-transitions';

/** The action of the history when a state follows from other rows. */
export const RECOMPUTE = 'recompute';

/**
 * Writes the states that follow from other rows (`derivedFrom`) of some records, in the open transaction: history, event
 * and effects included. A state may go back. Returns the ids of the records whose state changed.
 */
export async function recomputeStates(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  ids: readonly string[],
): Promise<string[]> {
  const { resource } = call;
  const derived = resource.lifecycle?.derivedFrom;
  if (!derived) throw new Error(`no state of ${resource.name} is derived`);
  const changedIds: string[] = [];
  // Always in the same order, so that two transactions with the same records do not wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    const before = await steps.lock(tx, call, id, null);
    const { record } = before;
    if (!derived.states.includes(record.state)) continue;
    const state = await derived.state(tx, { record, actor: call.actor });
    if (!derived.states.includes(state))
      throw new Error(`${resource.name} derives the state ${state}, which it does not list`);
    if (state === record.state) continue;
    const after = steps.derived(resource, { ...record, state });
    const changes = differences(resource, record, after);
    const moved = await steps.store.update(tx, resource, before, latest(changes));
    steps.recordChange(tx, call, moved, RECOMPUTE, changes);
    const context = {
      ...{ before: record, after: moved.record, input: {}, actor: call.actor },
      facts: undefined,
    };
    for (const effect of derived.effects ?? []) await effect(tx, context);
    await applyAutoTransitions(steps, tx, call, moved);
    changedIds.push(id);
  }
  return changedIds;
}
