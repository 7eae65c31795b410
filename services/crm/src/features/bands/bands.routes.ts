import { reply, route } from '@coulisse/service-kit';
import { resourcesOf } from '@coulisse/resource-server';
import { z } from 'zod';
import { readBands } from './bands.read-model';
import { checkScale } from './save-band.command';
import { scales, type Scale } from './scales';

const limit = z.string().nullable();
const body = z.strictObject({
  bands: z
    .array(z.strictObject({ id: z.uuid(), min: limit, max: limit }))
    .min(1)
    .max(200),
});
type Bands = z.output<typeof body>['bands'];

/** By id, the lock order of every writer of several rows. */
const inOrder = (bands: Bands) => [...bands].sort((a, b) => (a.id < b.id ? -1 : 1));

/** A limit cannot change alone, because the next band begins there: several bands are written at once. */
const scaleRoutes = (scale: Scale) => [
  route.get(
    `/b/api/${scale.resource.path}/_bands`,
    {
      summary: 'The scale: its bands from the lowest to the highest, then those that are out of it',
      tag: scale.resource.name,
      access: { right: `${scale.resource.rights}.read` },
    },
    async ({ actor }, { db }) => db.inTenant(actor, async (tx) => ({ bands: await readBands(tx, scale) })),
  ),
  route.put(
    `/b/api/${scale.resource.path}/_bands`,
    {
      summary: 'Write the limits of several bands at once; null takes a band out of the scale',
      tag: scale.resource.name,
      access: { right: `${scale.resource.rights}.update` },
      body,
    },
    async ({ actor, body: { bands } }, ctx) => {
      const resources = resourcesOf(ctx);
      const now = await ctx.db.inTenant(actor, async (tx) => {
        for (const { id, min, max } of inOrder(bands))
          // Without its command, which checks the scale: that is done after the last one.
          await scale.setLimits({ resources, tx, actor, id }, min, max);
        await checkScale(tx, ctx, scale, null);
        return readBands(tx, scale);
      });
      return reply({ bands: now });
    },
  ),
];

export const bandRoutes = [...scaleRoutes(scales.loyalty), ...scaleRoutes(scales.prospect)];
