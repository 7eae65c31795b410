import { transitionOf, transitionRight } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { isWrongState, mayTransition, presentBlockers, readsFacts, transitionBlockers } from '../lifecycle';
import type { OperationSteps } from '../operation-steps';
import { blockedBy } from '../present';
import { checkInputReferences, inputOf, parseTransitionInput } from '../transition-input';
import type { Call, Presented, Row, StoredRecord } from '../types';
import { laterChanges } from './later-changes';
import { type Outcome, presentOutcome, runOperation } from './run-operation';
import { writeTransition } from './write-transition';

/** Options of a transition. */
export interface TransitionOptions {
  /** Values of its declared input fields. */
  input?: unknown;
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
  options: TransitionOptions = {},
): Promise<Presented> {
  const input = authorisedInput(call, name, options.input);
  await steps.prepare({ ...call, resource: inputOf(call.resource, name) }, input);
  return steps.inTransaction(call, id, async (tx) => {
    const before = await steps.lock(tx, call, id, null, transitionRight(call.resource, name));
    const outcome = await moveLocked(steps, tx, call, before, name, version, { ...options, input });
    return presentOutcome(steps, tx, call, outcome);
  });
}

/** Executes a transition in an open transaction; `target` is an id, or a record that is locked already. */
export async function transitionIn(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  target: string | StoredRecord,
  name: string,
  version: number | null,
  options: TransitionOptions = {},
): Promise<Outcome> {
  const input = authorisedInput(call, name, options.input);
  const before =
    typeof target === 'string'
      ? await steps.lock(tx, call, target, null, transitionRight(call.resource, name))
      : target;
  return moveLocked(steps, tx, call, before, name, version, { ...options, input });
}

/** Refuses a caller without the right before anything is read, then an invalid input. */
function authorisedInput({ resource, actor }: Call, name: string, input: unknown): Row {
  if (!transitionOf(resource, name)) throw new Problem('transition.impossible');
  if (!mayTransition(resource, actor, name)) throw new Problem('security.insufficient-privilege');
  return parseTransitionInput(resource, name, input);
}

async function moveLocked(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  before: StoredRecord,
  name: string,
  version: number | null,
  { input: givenInput, comment, confirmed = [] }: TransitionOptions & { input: Row },
): Promise<Outcome> {
  const { resource, actor, language } = call;
  const { record, relation } = before;
  if (version !== null && version !== record.version)
    throw new Problem('record.changed', {
      // Not 412: the transition itself may still be possible from the current state.
      status: 409,
      extensions: await laterChanges(tx, call, record, record.version - version),
    });
  const move = transitionOf(resource, name);
  const isPossible = !!move && !move.auto && move.from.includes(record.state);
  const facts = isPossible && readsFacts(move) ? await steps.facts(tx, call, record) : undefined;
  const blockers = transitionBlockers(resource, name, {
    actor,
    record,
    facts,
    input: givenInput,
    ...(relation && { relation }),
  });
  const presented = presentBlockers(resource, language, blockers, steps.settings.locales);
  if (isWrongState(blockers))
    throw new Problem('transition.impossible', {
      errors: presented.map(({ detail, params }) => ({
        pointer: '/state',
        code: 'transition.wrong-state',
        params,
        detail,
      })),
      extensions: { blockers: presented, ...(await laterChanges(tx, call, record, 1)) },
    });
  if (blockers.length) throw blockedBy(blockers, { blockers: presented });
  await checkInputReferences(steps.storeFor(call), tx, resource, name, givenInput);
  const input = await steps.references.checked(tx, inputOf(resource, name), givenInput, undefined, '/input');
  return runOperation(steps, tx, call, name, { id: record.id, record, input, confirmed }, (extraValues) =>
    writeTransition(steps, tx, call, before, name, { facts, input, comment }, extraValues),
  );
}
