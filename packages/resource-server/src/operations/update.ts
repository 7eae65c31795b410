import type { AnyRecord, Emission } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { differences, latest } from '../changes';
import { parseInput } from '../parse';
import type { OperationSteps } from '../operation-steps';
import { completeChildren } from '../store';
import { refuseLocked } from '../rows';
import type { Call, Presented, Row, StoredRecord } from '../types';
import { type Outcome, presentOutcome, runOperation } from './run-operation';

/** `version` is the one that the caller read; null updates any version. */
export async function updateRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Presented> {
  steps.authorise(call, 'update');
  await steps.prepare(call, body);
  return steps.inTransaction(call, id, async (tx) =>
    presentOutcome(steps, tx, call, await updateIn(steps, tx, call, id, version, body)),
  );
}

/** Updates in an open transaction. */
export async function updateIn(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Outcome> {
  const { resource } = call;
  const before = await steps.lock(tx, call, id, version);
  const values = parseInput(resource, 'update', body);
  steps.refuseSensitive(call, values, before.relation);
  return applyUpdate(steps, tx, call, before, values);
}

/** How a change appears in the history and in events, where it is not just an update. */
export interface RecordedUpdate {
  readonly action?: string | undefined;
  /** Instead of the event that the resource emits for an update; null for none. */
  readonly event?: Emission | null | undefined;
  /** For the history. */
  readonly comment?: string | undefined;
  /** The state that follows from the new values (`derivedFrom`); it is written with them. */
  readonly deriveState?: ((after: AnyRecord) => Promise<string>) | undefined;
}

/** Writes values to a locked record. `ownValues` are those of the operation itself, which no state of the record locks. */
export async function applyUpdate(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  before: StoredRecord,
  givenValues: Row,
  ownValues: Row = {},
  recorded: RecordedUpdate = {},
): Promise<Outcome> {
  const { resource } = call;
  const { action = 'update', event, comment, deriveState } = recorded;
  const values = await steps.references.checked(tx, resource, givenValues, before.record);
  const input = { id: before.record.id, record: before.record, changes: { ...values, ...ownValues } };
  return runOperation(steps, tx, call, 'update', input, async (extraValues) => {
    const proposed = { ...before.record, ...values, ...ownValues, ...extraValues };
    const merged = completeChildren(resource, proposed, before.record);
    const checked = steps.checked(resource, { ...before.record, ...merged });
    const after = deriveState ? { ...checked, state: await deriveState(checked) } : checked;
    const changes = differences(resource, before.record, after);
    refuseLocked(resource, before.record, values, changes);
    if (Object.keys(changes).length === 0) return before;
    const changed = await steps.storeFor(call).update(tx, resource, before, latest(changes));
    const noted = comment ? { ...changes, comment: [null, comment] satisfies [unknown, unknown] } : changes;
    steps.recordChange(tx, call, changed, action, noted, event === undefined ? 'update' : { event });
    return changed;
  });
}
