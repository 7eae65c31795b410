import type { Tx } from '@coulisse/service-kit/database';
import { dueTransition } from '../lifecycle';
import type { OperationSteps } from '../operation-steps';
import type { WrittenRecord } from '../commands';
import type { Call, StoredRecord, Row } from '../types';
import { writeTransition } from './write-transition';

/** A longer chain of transitions is a cycle in the definition. */
const MAX_AUTO_TRANSITIONS = 10;

/** Applies the transitions marked `auto` whose condition holds, until none is due. */
export async function applyAutoTransitions(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  written: StoredRecord,
): Promise<StoredRecord> {
  const { resource } = call;
  let loaded = written;
  for (let count = 0; ; count++) {
    const before = loaded;
    const loadFacts = () => steps.facts(tx, call, before.record);
    const name = await dueTransition(resource, call.actor, before.record, loadFacts);
    if (name === undefined) return loaded;
    if (count === MAX_AUTO_TRANSITIONS)
      throw new Error(`${resource.name} moves by itself without end: ${name} from ${loaded.record.state}`);
    const command = call.withoutCommands ? undefined : steps.command(resource, name);
    const facts = await loadFacts();
    const write = (extraValues: Row) =>
      writeTransition(steps, tx, call, before, name, { facts, input: {} }, extraValues);
    if (command) {
      const { id } = before.record;
      await command.run({
        ...{ id, record: before.record, input: {}, confirmed: [] },
        ...{ tx, ctx: steps.ctx, resources: steps.resources, actor: call.actor },
        proceed: async (extraValues = {}) => (await write(extraValues)).record as WrittenRecord,
      });
      loaded = await steps.find(tx, call, id);
    } else loaded = await write({});
  }
}
