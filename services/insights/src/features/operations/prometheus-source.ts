import { Problem } from '@coulisse/service-kit';
import { z } from 'zod';
import type { MetricLine, MetricsSource } from './metrics-source.port';

const TIMEOUT_MS = 5_000;

const labels = z.record(z.string(), z.string());
const sample = z.tuple([z.number(), z.string()]);
const vectorAnswer = z.object({
  data: z.object({ result: z.array(z.object({ metric: labels, value: sample })) }),
});
const matrixAnswer = z.object({
  data: z.object({ result: z.array(z.object({ metric: labels, values: z.array(sample) })) }),
});

/** Prometheus writes `NaN` and `+Inf` for what cannot be computed. */
function numberOf(text: string): number | null {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Reads Prometheus by its HTTP API. */
export class PrometheusSource implements MetricsSource {
  constructor(private readonly url: string) {}

  async value(query: string): Promise<number | null> {
    const { result } = (await this.ask('query', { query }, vectorAnswer)).data;
    const [first] = result;
    return first ? numberOf(first.value[1]) : null;
  }

  async lines(
    query: string,
    by: string,
    { seconds, stepSeconds }: { seconds: number; stepSeconds: number },
  ): Promise<MetricLine[]> {
    // On multiples of the step, so that a chart that is drawn again shows the same points.
    const end = Math.floor(Date.now() / 1_000 / stepSeconds) * stepSeconds;
    const range = { query, start: String(end - seconds), end: String(end), step: String(stepSeconds) };
    const { result } = (await this.ask('query_range', range, matrixAnswer)).data;
    return result.map(({ metric, values }) => ({
      label: metric[by] ?? '',
      points: values.map(([time, text]) => [time * 1_000, numberOf(text)] as const),
    }));
  }

  private async ask<T>(
    path: 'query' | 'query_range',
    parameters: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> {
    try {
      const answer = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}`);
      return shape.parse(await answer.json());
    } catch (error) {
      throw new Problem('service.unavailable', { cause: error });
    }
  }
}
