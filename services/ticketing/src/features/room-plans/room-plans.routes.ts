import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { orNotFound } from '../or-not-found';
import { planBlocks, planOutlines, planTables, planTexts } from './room-plan.domain';
import { listRoomPlans, readRoomPlan } from './room-plan.read-model';
import { createRoomPlan, saveShapes } from './save-room-plan.command';

const base = '/b/api/configuration/salles/{id}/plans';
const ofRoom = z.object({ id: z.uuid() });
const ofPlan = z.object({ id: z.uuid(), plan: z.uuid() });
const tag = 'Room plans';
const read = { right: 'ticketing.room.read' };
const write = { right: 'ticketing.room.update' };

const nameOfPlan = z.string().trim().min(1).max(120);

export const roomPlanRoutes = [
  route.get(
    base,
    { summary: 'Plans of a room', tag, access: read, params: ofRoom },
    async ({ actor, params }, ctx) => ({
      items: orNotFound(await ctx.db.inTenant(actor, (tx) => listRoomPlans(tx, params.id))),
    }),
  ),
  route.post(
    base,
    {
      summary: 'Draw a new plan of a room',
      tag,
      access: write,
      params: ofRoom,
      body: z.strictObject({
        name: nameOfPlan,
        blocks: planBlocks.default([]),
        tables: planTables.default([]),
        outlines: planOutlines.default([]),
        texts: planTexts.default([]),
      }),
      status: 201,
      idempotent: true,
    },
    ({ actor, params, body }, ctx) => ctx.db.inTenant(actor, (tx) => createRoomPlan(tx, params.id, body)),
  ),
  route.get(
    `${base}/{plan}`,
    { summary: 'One plan with its seats', tag, access: read, params: ofPlan },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => readRoomPlan(tx, params.id, params.plan))),
  ),
  route.get(
    `${base}/{plan}/categories`,
    { summary: 'Categories that seats of a plan may have', tag, access: read, params: ofPlan },
    async ({ actor, params }, ctx) => {
      const plan = await ctx.db.inTenant(actor, (tx) => readRoomPlan(tx, params.id, params.plan));
      return { items: orNotFound(plan).categories };
    },
  ),
  route.post(
    `${base}/{plan}/save-shapes`,
    {
      summary:
        'Save the drawing of a plan and generate its seats anew; a part that is missing stays as it is',
      tag,
      access: write,
      params: ofPlan,
      body: z.strictObject({
        version: z.int().min(1),
        name: nameOfPlan.optional(),
        blocks: planBlocks,
        tables: planTables.optional(),
        outlines: planOutlines.optional(),
        texts: planTexts.optional(),
      }),
    },
    ({ actor, params, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) => saveShapes(tx, params.id, params.plan, body)),
  ),
];
