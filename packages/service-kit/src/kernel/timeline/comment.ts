import { baseName } from '@coulisse/resource';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';

/** What somebody wants others to know about a record. It stands in its history and, like the rest of it, stays. */
export async function addComment(pipeline: Pipeline, call: Call, id: string, text: string): Promise<void> {
  pipeline.authorise(call, 'update');
  await pipeline.within(call, id, async (tx) => {
    await pipeline.find(tx, call, id);
    await tx.history(baseName(call.resource), id, 'comment', { text: [null, text] });
  });
}
