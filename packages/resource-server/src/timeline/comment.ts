import { baseName } from '@coulisse/resource';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';

/** Adds a comment to the history of a record; like the other entries it cannot be changed or deleted. */
export async function addComment(pipeline: Pipeline, call: Call, id: string, text: string): Promise<void> {
  pipeline.authorise(call, 'update');
  await pipeline.inTransaction(call, id, async (tx) => {
    await pipeline.find(tx, call, id, `${call.resource.rights}.update`);
    await tx.history(baseName(call.resource), id, 'comment', { text: [null, text] });
  });
}
