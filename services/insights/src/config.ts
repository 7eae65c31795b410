import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';

export const insightsShape = {
  /** Prometheus with the figures of operations; without one, their page says that telemetry is off. */
  PROMETHEUS_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
} satisfies ConfigShape;
