import { Problem } from '@coulisse/service-kit/problem';
import type { OperationSteps } from '../operation-steps';
import type { Call, Presented } from '../types';

export async function readRecord(steps: OperationSteps, call: Call, id: string): Promise<Presented> {
  steps.authorise(call, 'read');
  const { resource } = call;
  const actor = steps.actorInTenant(call, id);
  const { ctx } = steps;
  const store = steps.storeFor(call);
  const [answer] = await ctx.db.batch(actor, [store.readById(resource, actor.tenantId, id)]);
  const rows = answer?.rows ?? [];
  await store.open(resource, actor.tenantId, rows, (statements) => ctx.db.batch(actor, statements));
  const loaded = store.wholeRecord(resource, rows[0]);
  if (!loaded) throw new Problem('http.404');
  const facts = await steps.actionFacts(call, actor, loaded.record, async (statement) => {
    const [result] = await ctx.db.batch(actor, [statement]);
    return result ?? { rows: [], rowCount: 0 };
  });
  return steps.presented(call, loaded, loaded.local, facts);
}
