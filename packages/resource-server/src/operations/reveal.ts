import { baseName, isShown } from '@coulisse/resource';
import { may } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import type { OperationSteps } from '../operation-steps';
import type { Call } from '../types';

/** The value of a sensitive field, for callers with the right to it. Each access is in the history and in the log. */
export async function revealField(
  steps: OperationSteps,
  call: Call,
  id: string,
  field: string,
): Promise<{ value: unknown }> {
  const { resource, actor } = call;
  steps.authorise(call, 'read');
  if (!may(actor, `${resource.rights}.secret`)) throw new Problem('security.insufficient-privilege');
  const secret = Object.hasOwn(resource.fields, field) && resource.fields[field]?.spec.secret;
  if (!secret || !isShown(resource, field))
    throw new Problem('validation.failed', { errors: [{ pointer: '/field', code: 'validation.choice' }] });
  return steps.inTransaction(call, id, async (tx) => {
    const loaded = await steps.find(tx, call, id, `${resource.rights}.secret`);
    tx.recordChange({ entity: baseName(resource), id, action: 'reveal', changes: { [field]: [null, null] } });
    tx.afterCommit(() =>
      steps.ctx.log.info(
        { resource: resource.name, record: id, field, actor: actor.userId },
        'field.revealed',
      ),
    );
    return { value: loaded.record[field as 'state'] ?? null };
  });
}
