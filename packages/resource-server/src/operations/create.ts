import type { AnyRecord } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '@coulisse/service-kit/database';
import { differences } from '../changes';
import { completed, parseInput } from '../parse';
import type { OperationSteps } from '../operation-steps';
import { completeChildren } from '../store';
import type { Call, Changes, Presented } from '../types';
import { runOperation } from './run-operation';

export async function createRecord(steps: OperationSteps, call: Call, body: unknown): Promise<Presented> {
  steps.authorise(call, 'create');
  await steps.files.prepare(call.resource, call.actor.tenantId ?? '', body);
  const id = uuidv7();
  return steps.inTransaction(call, call.resource.tenancy === 'self' ? id : null, (tx) =>
    createIn(steps, tx, call, id, body),
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
): Promise<Presented> {
  const { resource } = call;
  const input = parseInput(resource, 'create', body);
  const fields = { ...completed(resource.fields, input), ...resource.fixed };
  return runOperation(steps, tx, call, 'create', { ...fields, id }, async (extraValues) => {
    const now = new Date().toISOString();
    const values = completeChildren(resource, { ...fields, ...extraValues }, null);
    const record = steps.checked(resource, {
      ...values,
      ...(await steps.numbers(tx, resource, 'create', values)),
      ...(resource.lifecycle ? { state: resource.lifecycle.states[0] } : {}),
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    } as unknown as AnyRecord);
    const created = await steps.store.insert(tx, resource, id, record);
    const changes = { ...differences(resource, null, created.record), ...copied };
    steps.recordChange(tx, call, created, copied ? 'duplicate' : 'create', changes, 'create');
    return created;
  });
}
