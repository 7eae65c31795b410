import type { AnyRecord } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../database/types';
import { differences } from '../changes';
import { completed, parseInput } from '../parse';
import type { Pipeline } from '../pipeline';
import { identified } from '../store';
import type { Call, Changes, Presented, Row } from '../types';

export async function createRecord(pipeline: Pipeline, call: Call, body: unknown): Promise<Presented> {
  pipeline.authorise(call, 'create');
  await pipeline.files.prepare(call.resource, call.actor.tenantId ?? '', body);
  const id = uuidv7();
  return pipeline.within(call, call.resource.tenancy === 'self' ? id : null, (tx) =>
    createIn(pipeline, tx, call, id, body),
  );
}

/** Creates in a transaction that is already open. `copied` is what the history says of a copy. */
export async function createIn(
  pipeline: Pipeline,
  tx: Tx,
  call: Call,
  id: string,
  body: unknown,
  copied?: Changes,
): Promise<Presented> {
  const { resource } = call;
  const given = parseInput(resource, 'create', body);
  const fields = { ...completed(resource.fields, given), ...resource.fixed };
  return pipeline.run(tx, call, 'create', { ...fields, id }, async (more) => {
    const now = new Date().toISOString();
    const values = identified(resource, { ...fields, ...more }, null);
    const record = pipeline.checked(resource, {
      ...values,
      ...(await pipeline.numbers(tx, resource, 'create', values)),
      ...(resource.lifecycle ? { state: resource.lifecycle.states[0] } : {}),
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    } as unknown as AnyRecord);
    const made = await pipeline.store.insert(tx, resource, id, record as unknown as Row);
    const changes = { ...differences(resource, null, made.record), ...copied };
    pipeline.tell(tx, call, made, copied ? 'duplicate' : 'create', changes, 'create');
    return made;
  });
}
