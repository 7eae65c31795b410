import { localDate } from '@coulisse/contracts';
import { plainDay, route } from '@coulisse/service-kit';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { checkedPeriod, type Period } from '../checked-period';
import { orNotFound } from '../or-not-found';
import { figuresOf, salesByDay, salesOfPerformances, salesOfShows, setUpOf } from './figures.read-model';
import { weeksOf } from './week.domain';

const base = '/b/api/configuration/representations';
const tag = 'Figures';
const access = { right: 'ticketing.figures.read' };

const period = z.strictObject({
  from: plainDay().optional(),
  until: plainDay().optional(),
});
/** Without a first day: from today; without a last one: for a year. */
function periodOf({ from, until }: z.output<typeof period>, zone: string): Period {
  const first = from ?? localDate(new Date(), zone);
  const inAYear = DateTime.fromISO(first).plus({ years: 1 }).minus({ days: 1 }).toFormat('yyyy-MM-dd');
  return checkedPeriod({ from: first, until: until ?? inAYear });
}

const PERFORMANCE = 'SELECT id FROM performance WHERE tenant_id = $1 AND id = $2';

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
        const performances = await salesOfPerformances(tx, {
          from: weeks.days.today,
          until: weeks.days.inSevenDays,
        });
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
  route.get(
    `${base}/by-saas-customer`,
    {
      summary: 'Performances of the theatre in a period, with what was sold for each',
      tag,
      access,
      query: period,
    },
    ({ actor, query }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => ({
        items: await salesOfPerformances(tx, periodOf(query, tx.zone)),
      })),
  ),
  route.get(
    `${base}/{id}/other-dates`,
    {
      summary: 'Coming performances of the same show, with what was sold for each',
      tag,
      access,
      params: z.object({ id: z.uuid() }),
    },
    ({ actor, params: { id } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const { rows } = await tx.sql.query(PERFORMANCE, [tx.tenantId, id]);
        orNotFound(rows[0] ?? null);
        return { items: await salesOfPerformances(tx, periodOf({}, tx.zone), id) };
      }),
  ),
  route.get(
    '/b/api/configuration/spectacles/statistics-data',
    {
      summary: 'Shows that play in a period, with what was sold for their performances of it',
      tag,
      access,
      query: period,
    },
    ({ actor, query }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => ({ items: await salesOfShows(tx, periodOf(query, tx.zone)) })),
  ),
];
