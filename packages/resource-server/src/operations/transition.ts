import { transitionOf, transitionRight } from '@coulisse/resource';
import { may } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { isWrongState, presentBlockers, transitionBlockers } from '../lifecycle';
import type { OperationSteps } from '../operation-steps';
import { blockedBy } from '../present';
import type { Call, Presented } from '../types';
import { runOperation } from './run-operation';
import { writeTransition } from './write-transition';

/** Options of a transition. */
export interface TransitionOptions {
  /** A comment for the history. */
  comment?: string | undefined;
  /** Names of the warnings that the caller confirmed: a command may require a confirmation by name. */
  confirmed?: readonly string[] | undefined;
}

export async function transitionRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  name: string,
  version: number | null,
  { comment, confirmed = [] }: TransitionOptions = {},
): Promise<Presented> {
  const { resource, actor, language } = call;
  if (!transitionOf(resource, name)) throw new Problem('transition.impossible');
  if (!may(actor, transitionRight(resource, name))) throw new Problem('security.insufficient-privilege');
  return steps.inTransaction(call, id, async (tx) => {
    const before = await steps.lock(tx, call, id, version);
    const blockers = transitionBlockers(resource, actor, before.record, name);
    const presented = presentBlockers(resource, language, blockers, steps.settings.locales);
    if (isWrongState(blockers))
      throw new Problem('transition.impossible', {
        errors: presented.map(({ detail, params }) => ({
          pointer: '/state',
          code: 'transition.wrong-state',
          params,
          detail,
        })),
        extensions: { blockers: presented },
      });
    if (blockers.length) throw blockedBy(blockers, { blockers: presented });
    return runOperation(steps, tx, call, name, { id, record: before.record, confirmed }, (extraValues) =>
      writeTransition(steps, tx, call, before, name, extraValues, comment),
    );
  });
}
