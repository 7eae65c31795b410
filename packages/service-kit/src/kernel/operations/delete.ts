import { Problem } from '../../problem/problem';
import { differences } from '../changes';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import { linkedData } from './links';

export async function deleteRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  version: number | null,
): Promise<void> {
  pipeline.authorise(call, 'delete');
  try {
    await pipeline.within(call, id, async (tx) => {
      const { resource } = call;
      const before = await pipeline.find(tx, call, id, version);
      const { record } = before;
      const proceed = async () => {
        await pipeline.store.delete(tx, resource, id);
        pipeline.tell(tx, call, before, 'delete', differences(resource, record, null));
        return record;
      };
      const command = pipeline.command(resource, 'delete');
      await (command ? command({ id, record }, tx, pipeline.ctx, proceed) : proceed());
    });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'foreign-key.linked-data')) throw error;
    // The refusal ended its transaction: what points at the record is looked for in another one.
    const links = await pipeline.within(call, id, (tx) => linkedData(pipeline, tx, call, id));
    throw new Problem('foreign-key.linked-data', { cause: error, extensions: { links } });
  }
}
