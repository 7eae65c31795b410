import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { orNotFound } from '../or-not-found';
import { discardDraft, publishDraft, saveDraft, viewFilesOfDraft } from './draft-plan.command';
import { draftFields } from './plan-draft.domain';
import { checkPictures, publishPictures } from './plan-files';
import { planBlocks, planOutlines, planTables, planTexts } from './room-plan.domain';
import { listRoomPlans, readRoomPlan } from './room-plan.read-model';
import { createDraftPlan, createRoomPlan, saveShapes } from './save-room-plan.command';

const base = '/b/api/configuration/salles/{id}/plans';
const DRAFTS = '/b/api/configuration/salles/{id}/draft-plans';
const ofRoom = z.object({ id: z.uuid() });
const ofPlan = z.object({ id: z.uuid(), plan: z.uuid() });
const tag = 'Room plans';
const read = { right: 'ticketing.room.read' };
const write = { right: 'ticketing.room.update' };

const nameOfPlan = draftFields.name;
const seenVersion = z.strictObject({ version: z.int().min(1) });

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
      summary: 'Draw a new plan of a room, and publish it',
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
        'Save the drawing of a plan, generate its seats anew and publish it, instead of a draft; a part that is missing stays as it is',
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
  route.post(
    DRAFTS,
    {
      summary: 'Begin a plan of a room as a draft; its name is all that has to be valid',
      tag,
      access: write,
      params: ofRoom,
      body: z.strictObject(draftFields),
      status: 201,
      idempotent: true,
    },
    async ({ actor, params, body }, ctx) => {
      await checkPictures(body, actor, ctx);
      return ctx.db.inTenant(actor, (tx) => createDraftPlan(tx, params.id, body));
    },
  ),
  route.post(
    `${base}/{plan}/save-draft`,
    {
      summary: 'Save the draft of a plan; what performances copy stays as it is',
      tag,
      access: write,
      params: ofPlan,
      body: z.strictObject({ version: z.int().min(1), ...draftFields }),
    },
    async ({ actor, params, body }, ctx) => {
      await checkPictures(body, actor, ctx);
      return ctx.db.inTenant(actor, (tx) => saveDraft(tx, params.id, params.plan, body));
    },
  ),
  route.post(
    `${base}/{plan}/publish`,
    {
      summary: 'Publish the draft of a plan: new performances copy it, others can be synchronised with it',
      tag,
      access: write,
      params: ofPlan,
      body: seenVersion,
    },
    async ({ actor, params, body }, ctx) => {
      const pictures = await ctx.db.inTenant(actor, (tx) => viewFilesOfDraft(tx, params.id, params.plan));
      await publishPictures(pictures, actor, ctx);
      return ctx.db.inTenant(actor, (tx) => publishDraft(tx, params.id, params.plan, body.version));
    },
  ),
  route.post(
    `${base}/{plan}/discard-draft`,
    {
      summary: 'Drop the draft of a plan; a plan that was never published is deleted',
      tag,
      access: write,
      params: ofPlan,
      body: seenVersion,
    },
    async ({ actor, params, body }, ctx) => ({
      plan: await ctx.db.inTenant(actor, (tx) => discardDraft(tx, params.id, params.plan, body.version)),
    }),
  ),
];
