import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { orNotFound } from '../or-not-found';
import { planBlocks } from './room-plan.domain';
import { listRoomPlans, readRoomPlan } from './room-plan.read-model';
import { createRoomPlan, saveShapes } from './save-room-plan.command';

const base = '/b/api/configuration/salles/{id}/plans';
const ofRoom = z.object({ id: z.uuid() });
const ofPlan = z.object({ id: z.uuid(), plan: z.uuid() });
const tag = 'Room plans';
const read = { right: 'ticketing.room.read' };
const write = { right: 'ticketing.room.update' };

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
      body: z.strictObject({ name: z.string().trim().min(1).max(120), blocks: planBlocks.default([]) }),
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
      summary: 'Save the blocks of a plan and generate its seats anew',
      tag,
      access: write,
      params: ofPlan,
      body: z.strictObject({ version: z.int().min(1), blocks: planBlocks }),
    },
    ({ actor, params, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) => saveShapes(tx, params.id, params.plan, body)),
  ),
];
