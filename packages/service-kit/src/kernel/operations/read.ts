import { Problem } from '../../problem/problem';
import type { Pipeline } from '../pipeline';
import type { Call, Presented } from '../types';

export async function readRecord(pipeline: Pipeline, call: Call, id: string): Promise<Presented> {
  pipeline.authorise(call, 'read');
  const { resource } = call;
  const inside = pipeline.inside(call, id);
  const { store, ctx } = pipeline;
  const [answer] = await ctx.db.ask(inside, [store.readById(resource, inside.tenantId, id)]);
  const rows = answer?.rows ?? [];
  await store.open(resource, inside.tenantId, rows, (statements) => ctx.db.ask(inside, statements));
  const loaded = store.wholeRecord(resource, rows[0]);
  if (!loaded) throw new Problem('http.404');
  return pipeline.presented(call, loaded);
}
