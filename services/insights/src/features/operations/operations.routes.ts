import { reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { type OperationFigures, type Period, PERIODS, UNITS, VIEWS } from './operations';

const unit = z.enum(UNITS);
const response = z.object({
  isOn: z.boolean(),
  figures: z.array(z.object({ name: z.string(), unit, value: z.number().nullable() })),
  charts: z.array(
    z.object({
      name: z.string(),
      unit,
      lines: z.array(
        z.object({ label: z.string(), points: z.array(z.tuple([z.number(), z.number().nullable()])) }),
      ),
    }),
  ),
});

export const operationsRoutes = (figures: OperationFigures) => [
  route.get(
    '/b/api/dashboard/operations',
    {
      summary: 'Figures of the platform for its operators: the overview, or the path of buyers',
      access: { right: 'core.operations.read' },
      query: z.strictObject({
        view: z.enum(VIEWS).default('overview'),
        period: z.enum(Object.keys(PERIODS) as [Period, ...Period[]]).default('1h'),
      }),
      response,
    },
    async ({ query: { view, period } }) => {
      const { isOn, figures: values, charts } = await figures.read(view, period);
      return reply({
        isOn,
        figures: values,
        charts: charts.map(({ lines, ...chart }) => ({
          ...chart,
          lines: lines.map(({ label, points }) => ({
            label,
            points: points.map(([time, value]) => [time, value] as [number, number | null]),
          })),
        })),
      });
    },
  ),
];
