import { defineCommand } from '@coulisse/resource-server';
import { performance } from '../../resources';
import { publishId } from '../catalogue/publish-id.command';
import { copySeats, replaceSeats } from './copy-seats.command';

/** Creates a performance with its own copy of the plan's seats. */
export const createPerformance = defineCommand(performance, 'create', async ({ id, tx, proceed }) => {
  const { planId, room } = await proceed();
  await copySeats(tx, id, planId, room);
  await publishId(tx, id, 'PERFORMANCE');
  return { id };
});

/** A change of plan or room replaces the seats; refused once a seat is taken. */
export const updatePerformance = defineCommand(performance, 'update', async ({ id, record, tx, proceed }) => {
  const { planId, room } = await proceed();
  if (planId !== record.planId || room !== record.room) await replaceSeats(tx, id, planId, room);
  return { id };
});
