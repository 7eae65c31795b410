import type { RecordOf } from '@coulisse/resource';
import { defineCommand } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { performance } from '../../resources';
import { publishId } from '../catalogue/publish-id.command';
import { isPromised } from '../performance-changes/reservations-in-force';
import { deleteClosedEntries } from '../waiting-list/purge-entries.schedule';
import { copySeats, replaceSeats } from './copy-seats.command';

/** Creates a performance with its own copy of the plan's seats. */
export const createPerformance = defineCommand(performance, 'create', async ({ id, tx, proceed }) => {
  const { planId, room } = await proceed();
  await copySeats(tx, id, planId, room);
  await publishId(tx, id, 'PERFORMANCE');
  return { id };
});

/** Old entries of its waiting list go with it; who still waits for it prevents the deletion. */
export const deletePerformance = defineCommand(performance, 'delete', ({ id, tx, proceed }) => {
  deleteClosedEntries(tx, id);
  return proceed();
});

type Playing = Pick<RecordOf<typeof performance>, 'date' | 'showTimes' | 'mealTimes' | 'isCancelled'>;
/** What buyers were told, and may not change without their being told. */
const PROMISES = ['date', 'showTimes', 'mealTimes', 'isCancelled'] as const;

async function checkPromises(tx: Tx, id: string, before: Playing, after: Playing): Promise<void> {
  const changed = PROMISES.filter((field) => String(before[field]) !== String(after[field]));
  // To take a cancellation back promises nothing to anybody: its reservations were cancelled.
  const broken = changed.filter((field) => field !== 'isCancelled' || after.isCancelled);
  if (broken.length === 0 || !(await isPromised(tx, id))) return;
  const code = 'performance.has-reservations';
  throw new Problem(code, { errors: broken.map((field) => ({ pointer: `/${field}`, code })) });
}

/** A change of plan or room replaces the seats; refused once a seat is taken, as a change of what buyers were told. */
export const updatePerformance = defineCommand(performance, 'update', async ({ id, record, tx, proceed }) => {
  const after = await proceed();
  await checkPromises(tx, id, record, after);
  const { planId, room } = after;
  if (planId !== record.planId || room !== record.room) await replaceSeats(tx, id, planId, room);
  return { id };
});
