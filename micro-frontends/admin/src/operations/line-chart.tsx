import {
  Chart as Drawing,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useCallback } from 'react';
import { formatDate, type Language } from '@coulisse/ui-kit';
import { type CanvasTheme, ThemedCanvas } from '@coulisse/ui-kit/canvas';
import { formatFigure, MOST_LINES, periodOf, timeStepMs, type Line, type Unit } from './operations';

Drawing.register(LineController, LineElement, PointElement, LinearScale, Tooltip, Filler);

/** Colours of categories, by name of their token. */
export const colourToken = (index: number): string => `--chart-${(index % MOST_LINES) + 1}`;

export interface LineChartProps {
  lines: readonly Line[];
  names: readonly string[];
  unit: Unit;
  language: Language;
  /** What it shows, for those who do not see it; the values are beside it as text. */
  label: string;
}

/** Lines over time, drawn with the tokens of the current theme. */
export const LineChart = ({ lines, names, unit, language, label }: LineChartProps) => {
  const draw = useCallback(
    (canvas: HTMLCanvasElement, { token, font, isStill }: CanvasTheme) => {
      const period = periodOf(lines);
      const { min = 0, max = 0 } = period;
      return new Drawing(canvas, {
        type: 'line',
        data: {
          datasets: lines.map(({ points }, index) => ({
            label: names[index] ?? '',
            data: points.map(([x, y]) => ({ x, y: y ?? Number.NaN })),
            borderColor: token(colourToken(index)),
            backgroundColor: token(colourToken(index)),
            borderWidth: 1.75,
            pointRadius: points.length === 1 ? 2 : 0,
            pointHitRadius: 8,
            spanGaps: false,
          })),
        },
        options: {
          animation: isStill ? false : { duration: 120 },
          maintainAspectRatio: false,
          normalized: true,
          parsing: false,
          interaction: { mode: 'nearest', axis: 'x', intersect: false },
          scales: {
            x: {
              type: 'linear',
              bounds: 'data',
              ...period,
              grid: { display: false },
              border: { color: token('--line-strong') },
              ticks: {
                color: token('--ink-soft'),
                font,
                stepSize: timeStepMs(max - min),
                includeBounds: false,
                maxRotation: 0,
                callback: (value) => formatDate(new Date(Number(value)), language, 'time'),
              },
            },
            y: {
              beginAtZero: true,
              grid: { color: token('--line') },
              border: { display: false },
              ticks: {
                color: token('--ink-soft'),
                font,
                maxTicksLimit: 5,
                // Half a message has no label of its own.
                ...(unit === 'count' && { precision: 0 }),
                callback: (value) => formatFigure(Number(value), unit, language),
              },
            },
          },
          plugins: {
            tooltip: {
              backgroundColor: token('--ink'),
              titleColor: token('--surface'),
              bodyColor: token('--surface'),
              callbacks: {
                title: ([first]) =>
                  first ? formatDate(new Date(Number(first.parsed.x)), language, 'time') : '',
                label: ({ dataset, parsed }) =>
                  `${dataset.label ?? ''}: ${formatFigure(parsed.y, unit, language)}`,
              },
            },
          },
        },
      });
    },
    [lines, names, unit, language],
  );
  return <ThemedCanvas className="a-chart-space" draw={draw} label={label} />;
};
