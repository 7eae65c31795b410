import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { orNotFound } from '../or-not-found';
import { figuresOf, salesByDay, salesOfPerformances, setUpOf } from './figures.read-model';
import { weeksOf } from './week.domain';

const base = '/b/api/configuration/representations';
const tag = 'Figures';
const access = { right: 'ticketing.figures.read' };

export const figureRoutes = [
  route.get(
    `${base}/statistics-data`,
    {
      summary:
        'The box office at a glance: performances of today and of the next seven days, sales by day of this week and of the last one, and what is set up',
      tag,
      access,
    },
    ({ actor }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const weeks = weeksOf(new Date(), tx.zone);
        const performances = await salesOfPerformances(tx, weeks.days.today, weeks.days.inSevenDays);
        const sales = await salesByDay(tx, weeks);
        return { ...weeks.days, performances, sales, setUp: await setUpOf(tx) };
      }),
  ),
  route.get(
    `${base}/{id}/statistics-data`,
    {
      summary: 'What was sold for a performance, by category and by formula, with receipts and the CNM tax',
      tag,
      access,
      params: z.object({ id: z.uuid() }),
    },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => figuresOf(tx, params.id))),
  ),
];
