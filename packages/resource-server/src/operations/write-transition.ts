import { stateAfter, transitionOf } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { differences, latest } from '../changes';
import type { OperationSteps } from '../operation-steps';
import type { Call, StoredRecord, Row } from '../types';

/** What the functions of a transition receive besides the record. */
export interface TransitionDetails {
  readonly facts: unknown;
  readonly input: Row;
  /** For the history. */
  readonly comment?: string | undefined;
}

/** Writes the new state of a record, its history and its event, then runs the effects. */
export async function writeTransition(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  before: StoredRecord,
  name: string,
  { facts, input, comment }: TransitionDetails,
  extraValues: Row,
): Promise<StoredRecord> {
  const { resource } = call;
  const transition = transitionOf(resource, name);
  const state = transition ? stateAfter(transition, before.record.state) : before.record.state;
  const values = transition?.values?.({ actor: call.actor, record: before.record, facts, input });
  const valued = { ...before.record, ...values, ...extraValues };
  const numbers = await steps.numbers(tx, resource, name, valued);
  const merged = { ...valued, ...numbers, state };
  const after = values ? steps.checked(resource, merged) : steps.derived(resource, merged);
  const changes = differences(resource, before.record, after);
  const moved = await steps.storeFor(call).update(tx, resource, before, latest(changes));
  // A transition to the same state is recorded, too.
  const recordedChanges = { ...changes, state: [before.record.state, state] satisfies [unknown, unknown] };
  const context = { before: before.record, after: moved.record, input, actor: call.actor, facts };
  const ownEvent = transition?.emits?.(context);
  steps.recordChange(
    tx,
    call,
    moved,
    name,
    comment ? { ...recordedChanges, comment: [null, comment] } : recordedChanges,
    ownEvent === undefined ? name : { event: ownEvent },
  );
  for (const effect of transition?.effects ?? []) await effect(tx, context);
  return moved;
}
