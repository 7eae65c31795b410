import {
  createNoopMeter,
  metrics,
  type BatchObservableCallback,
  type Counter,
  type Histogram,
  type Meter,
  type MetricOptions,
} from '@opentelemetry/api';
import type { Logger } from 'pino';
import { logSafely } from '../events/log-safely';

const NAME = '@coulisse/service-kit';

/** The meter; null while telemetry is off, so that nothing is counted, read or allocated for it. */
export function meter(): Meter | null {
  const found = metrics.getMeter(NAME);
  return found === createNoopMeter() ? null : found;
}

/** Made at its first use, when the SDK has started. */
function lazily<T>(make: (meter: Meter) => T): () => T | null {
  let made: T | null | undefined;
  return () => {
    if (made !== undefined) return made;
    const found = meter();
    return (made = found && make(found));
  };
}

type Described = Required<Pick<MetricOptions, 'description' | 'unit'>>;
/** `isCounter`: the value only grows, and somebody else counts it. */
type Observed = Described & { isCounter?: boolean };

/**
 * A counter of the registry (`observability/schema/metrics.yaml`). Called as `sales()?.add(1, { … })`: while telemetry is
 * off the attributes are not even made.
 */
export const counter = (name: string, options: Described): (() => Counter | null) =>
  lazily((found) => found.createCounter(name, options));

/** Limits of durations in seconds: the latency of a click up to the age of an event that waited for an hour. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

/** A histogram of durations in seconds, likewise. */
export const durations = (name: string, description: string): (() => Histogram | null) =>
  lazily((found) =>
    found.createHistogram(name, {
      description,
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    }),
  );

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1_000;

/** Records a value of one of the gauges, with its attributes. */
export type Report<G extends string> = (
  gauge: G,
  value: number,
  attributes?: Readonly<Record<string, string>>,
) => void;

/**
 * Gauges that one function reads when metrics are collected, by the timer of the SDK and never by a request. Without
 * telemetry nothing is read. Each replica reports the same numbers where they come from the database. Returns a function
 * that stops them.
 */
export function observeGauges<G extends string>(
  log: Pick<Logger, 'debug'>,
  gauges: Readonly<Record<G, Observed>>,
  read: (report: Report<G>) => Promise<void> | void,
): () => void {
  const found = meter();
  if (!found) return () => undefined;
  const make = (name: string, { isCounter, ...options }: Observed) =>
    isCounter ? found.createObservableCounter(name, options) : found.createObservableGauge(name, options);
  const made = new Map(
    (Object.entries(gauges) as [G, Observed][]).map(([name, options]) => [name, make(name, options)]),
  );
  const collect: BatchObservableCallback = async (result) => {
    try {
      await read((gauge, value, attributes) => result.observe(made.get(gauge)!, value, attributes));
    } catch (error) {
      // The database is away, which other signals report.
      logSafely(() => log.debug({ err: error, gauges: Object.keys(gauges) }, 'telemetry.not_observed'));
    }
  };
  const all = [...made.values()];
  found.addBatchObservableCallback(collect, all);
  return () => found.removeBatchObservableCallback(collect, all);
}
