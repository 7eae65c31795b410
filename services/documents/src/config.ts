import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';

export const documentsShape = {
  /** Gotenberg, which turns HTML into PDF. */
  GOTENBERG_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3000')
    .transform((text) => text.replace(/\/+$/, '')),
  /** Time that one conversion may take, in ms. */
  GOTENBERG_TIMEOUT_MS: z.coerce.number().int().min(1_000).default(30_000),
  /** Folder of the files, one sub-folder per tenant. */
  STORAGE_DIR: z.string().min(1),
} satisfies ConfigShape;
