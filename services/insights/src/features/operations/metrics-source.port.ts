import type { ServiceIdentifier } from 'inversify';

export interface MetricLine {
  /** Value of the label that tells the lines of a chart apart; empty for the only one. */
  label: string;
  /** Time in ms since 1970, and value; null where there is none. */
  points: readonly (readonly [number, number | null])[];
}

/** Where figures of operations are stored. */
export interface MetricsSource {
  /** Value now; null if there is none. */
  value(query: string): Promise<number | null>;
  /** Lines from then until now. */
  lines(query: string, by: string, span: { seconds: number; stepSeconds: number }): Promise<MetricLine[]>;
}

export const METRICS_SOURCE: ServiceIdentifier<MetricsSource | null> = Symbol('MetricsSource');
