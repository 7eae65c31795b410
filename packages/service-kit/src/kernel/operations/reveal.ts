import { baseName, isShown } from '@coulisse/resource';
import { may } from '../../actor';
import { Problem } from '../../problem/problem';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';

/** The value of a sensitive field, for those who may see it. Who looked at what stays in the history and in the log. */
export async function revealField(
  pipeline: Pipeline,
  call: Call,
  id: string,
  field: string,
): Promise<{ value: unknown }> {
  const { resource, actor } = call;
  pipeline.authorise(call, 'read');
  if (!may(actor, `${resource.rights}.sensitive`)) throw new Problem('security.insufficient-privilege');
  const sensitive = Object.hasOwn(resource.fields, field) && resource.fields[field]?.spec.sensitive;
  if (!sensitive || !isShown(resource, field))
    throw new Problem('validation.failed', { errors: [{ pointer: '/field', code: 'validation.choice' }] });
  return pipeline.within(call, id, async (tx) => {
    const loaded = await pipeline.find(tx, call, id);
    tx.tell({ entity: baseName(resource), id, action: 'reveal', changes: { [field]: [null, null] } });
    tx.afterCommit(() =>
      pipeline.ctx.log.info(
        { resource: resource.name, record: id, field, actor: actor.userId },
        'a secret was shown',
      ),
    );
    return { value: loaded.record[field as 'state'] ?? null };
  });
}
