import { featuresOf, type AnyRecord } from '@coulisse/resource';
import { Problem } from '../../problem/problem';
import { differences, latest } from '../changes';
import type { Pipeline } from '../pipeline';
import type { Call, Presented } from '../types';

/** Puts a record away, or takes it out again; what is so already stays as it is. A rule may forbid either. */
export async function archiveRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  archived: boolean,
  version: number | null,
): Promise<Presented> {
  pipeline.authorise(call, 'update');
  const { resource } = call;
  if (!featuresOf(resource).archivable) throw new Problem('http.404');
  return pipeline.within(call, id, async (tx) => {
    const before = await pipeline.find(tx, call, id, version);
    if (before.record.isArchived === archived) return pipeline.present(tx, call, before);
    const action = archived ? 'archive' : 'restore';
    return pipeline.run(tx, call, action, { id, record: before.record }, async (more) => {
      const after = allowed(pipeline, call, { ...before.record, ...more, isArchived: archived });
      const changes = differences(resource, before.record, after);
      const changed = await pipeline.store.update(tx, resource, before, latest(changes));
      pipeline.tell(tx, call, changed, action, changes, 'update');
      return changed;
    });
  });
}

/** The record as it would be, or why it may not be so. */
function allowed(pipeline: Pipeline, { resource }: Call, record: AnyRecord): AnyRecord {
  try {
    return pipeline.checked(resource, record);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(record.isArchived ? 'archive.impossible' : 'unarchive.impossible', {
      params: { name: String(record[resource.label as 'state'] ?? record.id) },
      errors: [...error.errors],
      cause: error,
    });
  }
}
