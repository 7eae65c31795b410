import type { Command } from '@coulisse/resource-server';
import { publishId } from '../catalogue/publish-id.command';
import { copySeats, replaceSeats } from './copy-seats.command';

interface Place {
  planId: string;
  room: string;
}

/** Creates a performance with its own copy of the plan's seats. */
export const createPerformance: Command = async (_input, tx, _ctx, proceed) => {
  const record = await proceed();
  const { planId, room } = record as unknown as Place;
  await copySeats(tx, record.id, planId, room);
  await publishId(tx, record.id, 'PERFORMANCE');
  return { id: record.id };
};

/** A change of plan or room replaces the seats; refused once a seat is taken. */
export const updatePerformance: Command = async ({ record }, tx, _ctx, proceed) => {
  const before = record as Place;
  const after = await proceed();
  const { planId, room } = after as unknown as Place;
  if (planId !== before.planId || room !== before.room) await replaceSeats(tx, after.id, planId, room);
  return { id: after.id };
};
