import { transitionOf, transitionRight } from '@coulisse/resource';
import { may } from '../../actor';
import type { Tx } from '../../database/types';
import { Problem } from '../../problem/problem';
import { differences, latest } from '../changes';
import { dueTransition, isWrongState, presentBlockers, transitionBlockers } from '../lifecycle';
import { blockedBy, type Pipeline } from '../pipeline';
import type { Call, Loaded, Presented, Row } from '../types';

/** More than this in a row is a circle that no definition means. */
const MOST_STEPS = 10;

/** What goes with a transition besides its name. */
export interface MoveOptions {
  /** A word to those who will look back. */
  comment?: string | undefined;
  /** What the caller was told, and does it all the same: a command may ask for a confirmation by name. */
  confirmed?: readonly string[] | undefined;
}

export async function moveRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  name: string,
  version: number | null,
  { comment, confirmed = [] }: MoveOptions = {},
): Promise<Presented> {
  const { resource, actor, language } = call;
  if (!transitionOf(resource, name)) throw new Problem('transition.impossible');
  if (!may(actor, transitionRight(resource, name))) throw new Problem('security.insufficient-privilege');
  return pipeline.within(call, id, async (tx) => {
    const before = await pipeline.find(tx, call, id, version);
    const blockers = transitionBlockers(resource, actor, before.record, name);
    const told = presentBlockers(resource, language, blockers, pipeline.settings.locales);
    if (isWrongState(blockers))
      throw new Problem('transition.impossible', {
        errors: told.map(({ detail, params }) => ({
          pointer: '/state',
          code: 'transition.wrong-state',
          params,
          detail,
        })),
        extensions: { blockers: told },
      });
    if (blockers.length) throw blockedBy(blockers, { blockers: told });
    return pipeline.run(tx, call, name, { id, record: before.record, confirmed }, (more) =>
      step(pipeline, tx, call, before, name, more, comment),
    );
  });
}

/** Does what the record does by itself once it is written, until nothing moves any more. */
export async function settle(pipeline: Pipeline, tx: Tx, call: Call, written: Loaded): Promise<Loaded> {
  const { resource } = call;
  let loaded = written;
  for (let steps = 0; ; steps++) {
    const name = dueTransition(resource, loaded.record);
    if (name === undefined) return loaded;
    if (steps === MOST_STEPS)
      throw new Error(`${resource.name} moves by itself without end: ${name} from ${loaded.record.state}`);
    const before = loaded;
    const command = pipeline.command(resource, name);
    const write = (more: Row) => step(pipeline, tx, call, before, name, more);
    if (command) {
      const { id } = before.record;
      await command(
        { id, record: before.record },
        tx,
        pipeline.ctx,
        async (more = {}) => (await write(more)).record,
      );
      loaded = await pipeline.find(tx, call, id);
    } else loaded = await write({});
  }
}

/** One transition, written and told. */
async function step(
  pipeline: Pipeline,
  tx: Tx,
  call: Call,
  before: Loaded,
  name: string,
  more: Row,
  comment?: string,
): Promise<Loaded> {
  const { resource } = call;
  const numbers = await pipeline.numbers(tx, resource, name, before.record);
  const state = transitionOf(resource, name)?.to ?? before.record.state;
  const after = pipeline.derived(resource, { ...before.record, ...numbers, ...more, state });
  const changes = differences(resource, before.record, after);
  const moved = await pipeline.store.update(tx, resource, before, latest(changes));
  // A transition that leads where it begins is one all the same.
  const told = { ...changes, state: [before.record.state, state] satisfies [unknown, unknown] };
  pipeline.tell(tx, call, moved, name, comment ? { ...told, comment: [null, comment] } : told);
  return moved;
}
