import type { AnyRecord } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '@coulisse/service-kit/database';
import { differences } from '../changes';
import { completed, parseInput } from '../parse';
import type { OperationSteps } from '../operation-steps';
import { completeChildren } from '../store';
import type { Call, Changes, Presented, Row } from '../types';
import { type Outcome, presentOutcome, runOperation } from './run-operation';

export async function createRecord(steps: OperationSteps, call: Call, body: unknown): Promise<Presented> {
  steps.authorise(call, 'create');
  await steps.prepare(call, body);
  const id = uuidv7();
  return steps.inTransaction(call, call.resource.tenancy === 'self' ? id : null, async (tx) =>
    presentOutcome(steps, tx, call, await createIn(steps, tx, call, id, body)),
  );
}

/** Creates in an open transaction. `copied` are additional changes in the history of a copy. */
export async function createIn(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  id: string,
  body: unknown,
  copied?: Changes,
): Promise<Outcome> {
  const { resource } = call;
  const parsed = parseInput(resource, 'create', body);
  steps.refuseSensitive(call, parsed, 'own');
  const input = await steps.references.checked(tx, resource, parsed);
  return writeNew(steps, tx, call, id, input, { copied });
}

/** What an operation decides about a new record, and callers cannot. */
export interface NewRecord {
  /** Additional changes in the history of a copy. */
  readonly copied?: Changes | undefined;
  /** The state of the new record, if it is not the first one. */
  readonly state?: string | undefined;
  /** How the history calls the creation. */
  readonly action?: string | undefined;
}

/** Writes a new record, by the command of the resource if it has one. */
export function writeNew(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  id: string,
  input: Row,
  { copied, state, action = copied ? 'duplicate' : 'create' }: NewRecord,
): Promise<Outcome> {
  const { resource } = call;
  const fields = { ...completed(resource.fields, input), ...resource.fixed };
  return runOperation(steps, tx, call, 'create', { id, values: fields }, async (extraValues) => {
    const now = new Date().toISOString();
    const values = completeChildren(resource, { ...fields, ...extraValues }, null);
    const record = steps.checked(resource, {
      ...values,
      ...(await steps.numbers(tx, resource, 'create', values)),
      ...(resource.lifecycle ? { state: state ?? resource.lifecycle.states[0] } : {}),
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    } as unknown as AnyRecord);
    const created = await steps.storeFor(call).insert(tx, resource, id, record);
    steps.permit(call, created, `${resource.rights}.create`);
    const changes = { ...differences(resource, null, created.record), ...copied };
    steps.recordChange(tx, call, created, action, changes, 'create');
    return created;
  });
}
