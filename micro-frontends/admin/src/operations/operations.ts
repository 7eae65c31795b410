import { formatNumber, formatPercent, type Language } from '@coulisse/ui-kit';

export type Unit = 'ratio' | 'seconds' | 'count' | 'perSecond';

export interface Line {
  label: string;
  points: [number, number | null][];
}
export interface Chart {
  name: string;
  unit: Unit;
  lines: Line[];
}
export interface Figure {
  name: string;
  unit: Unit;
  value: number | null;
}
export interface Operations {
  isOn: boolean;
  figures: Figure[];
  charts: Chart[];
}

export const VIEWS = ['overview', 'buyer'] as const;
export const PERIODS = ['1h', '6h', '1d'] as const;

/** Lines that a chart can show apart, as many as there are colours. */
export const MOST_LINES = 6;

export const lastOf = ({ points }: Line): number | null =>
  points.findLast(([, value]) => value !== null)?.[1] ?? null;

/** The lines with the largest values, in the order of their names, and how many are left out. */
export function shownLines(lines: readonly Line[]): { shown: Line[]; hidden: number } {
  const largest = (line: Line) => Math.max(0, ...line.points.map(([, value]) => value ?? 0));
  const shown = [...lines].sort((a, b) => largest(b) - largest(a)).slice(0, MOST_LINES);
  return {
    shown: shown.sort((a, b) => (a.label < b.label ? -1 : 1)),
    hidden: Math.max(0, lines.length - MOST_LINES),
  };
}

const MINUTE_MS = 60_000;
/** Distances between the times below a chart, in minutes; each divides the next day. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440];
const MOST_TIMES = 5;

/** Milliseconds between the times below a chart of this length in milliseconds: whole minutes, so that none is shown twice. */
export function timeStepMs(lengthMs: number): number {
  const minutes = lengthMs / MINUTE_MS / MOST_TIMES;
  return (TIME_STEPS.find((step) => step >= minutes) ?? Math.ceil(minutes)) * MINUTE_MS;
}

/** The times of the first and the last point of all lines, in milliseconds; nothing without points. */
export function periodOf(lines: readonly Line[]): { min?: number; max?: number } {
  const times = lines.flatMap(({ points }) => points.map(([time]) => time));
  return times.length === 0 ? {} : { min: Math.min(...times), max: Math.max(...times) };
}

/** Digits that tell a small number from zero, and none that nobody reads. */
const digitsOf = (value: number): number =>
  value === 0 || value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3;

/** A value with its unit, as people read it. */
export function formatFigure(value: number | null, unit: Unit, language: Language): string {
  if (value === null) return '–';
  if (unit === 'ratio')
    return formatPercent((value * 100).toFixed(value > 0.99 && value < 1 ? 2 : 1), language);
  if (unit === 'seconds' && value < 1) return `${formatNumber(value * 1_000, language, 0)}\u00a0ms`;
  if (unit === 'seconds') return `${formatNumber(value, language, digitsOf(value))}\u00a0s`;
  const number = formatNumber(value, language, unit === 'count' ? 0 : digitsOf(value));
  return unit === 'perSecond' ? `${number}\u00a0/s` : number;
}
