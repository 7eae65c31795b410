import type { Tx } from '../../database/types';
import { differences, latest } from '../changes';
import { parseInput } from '../parse';
import type { Pipeline } from '../pipeline';
import { identified } from '../store';
import type { Call, Presented } from '../types';

/** `version` is the one that the caller saw; null changes whatever version there is. */
export async function updateRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Presented> {
  pipeline.authorise(call, 'update');
  await pipeline.files.prepare(call.resource, call.actor.tenantId ?? '', body);
  return pipeline.within(call, id, (tx) => updateIn(pipeline, tx, call, id, version, body));
}

/** Changes in a transaction that is already open. */
export async function updateIn(
  pipeline: Pipeline,
  tx: Tx,
  call: Call,
  id: string,
  version: number | null,
  body: unknown,
): Promise<Presented> {
  const { resource } = call;
  const before = await pipeline.find(tx, call, id, version);
  const given = parseInput(resource, 'update', body);
  const input = { id, record: before.record, changes: given };
  return pipeline.run(tx, call, 'update', input, async (more) => {
    const merged = identified(resource, { ...before.record, ...given, ...more }, before.record);
    const after = pipeline.checked(resource, { ...before.record, ...merged });
    const changes = differences(resource, before.record, after);
    if (Object.keys(changes).length === 0) return before;
    const changed = await pipeline.store.update(tx, resource, before, latest(changes));
    pipeline.tell(tx, call, changed, 'update', changes);
    return changed;
  });
}
