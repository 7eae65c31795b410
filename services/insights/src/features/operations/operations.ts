import described from './figures.json';
import type { MetricLine, MetricsSource } from './metrics-source.port';

export const VIEWS = ['overview', 'buyer'] as const;
export type View = (typeof VIEWS)[number];

/** Periods that a chart can show, with the distance of its points: at most 180 of them. */
export const PERIODS = {
  '1h': { seconds: 3_600, stepSeconds: 30 },
  '6h': { seconds: 21_600, stepSeconds: 120 },
  '1d': { seconds: 86_400, stepSeconds: 600 },
} as const;
export type Period = keyof typeof PERIODS;

export const UNITS = ['ratio', 'seconds', 'count', 'perSecond'] as const;
type Unit = (typeof UNITS)[number];

export interface Operations {
  /** False where no telemetry is stored. */
  isOn: boolean;
  figures: { name: string; unit: Unit; value: number | null }[];
  charts: { name: string; unit: Unit; lines: MetricLine[] }[];
}

interface DescribedView {
  figures: { name: string; unit: Unit; query: string }[];
  charts: { name: string; unit: Unit; by: string; query: string }[];
}
const DESCRIBED = described as Record<View, DescribedView>;

/** The figures of operations. Their queries are fixed: a caller chooses a view and a period, and writes none. */
export class OperationFigures {
  constructor(private readonly source: MetricsSource | null) {}

  async read(view: View, period: Period): Promise<Operations> {
    const { source } = this;
    if (!source) return { isOn: false, figures: [], charts: [] };
    const { figures, charts } = DESCRIBED[view];
    const [values, lines] = await Promise.all([
      Promise.all(figures.map(({ query }) => source.value(query))),
      Promise.all(charts.map(({ query, by }) => source.lines(query, by, PERIODS[period]))),
    ]);
    return {
      isOn: true,
      figures: figures.map(({ name, unit }, index) => ({ name, unit, value: values[index] ?? null })),
      charts: charts.map(({ name, unit }, index) => ({ name, unit, lines: lines[index] ?? [] })),
    };
  }
}
