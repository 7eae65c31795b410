import { ConfigError, type ConfigOf, type ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';
import type { S3Settings } from './features/storage/s3-storage';

const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

export const documentsShape = {
  /** Gotenberg, which turns HTML into PDF. */
  GOTENBERG_URL: httpUrl.default('http://127.0.0.1:3000'),
  /** Timeout of one conversion, in ms. */
  GOTENBERG_TIMEOUT_MS: z.coerce.number().int().min(1_000).default(30_000),
  /** Conversions at the same time, and those that may wait for them. */
  GOTENBERG_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  GOTENBERG_QUEUE: z.coerce.number().int().min(1).max(10_000).default(500),
  /** Megabytes of printed layouts that are kept for stamping. */
  LAYOUT_CACHE_MB: z.coerce.number().int().min(1).max(4_096).default(64),
  /** Folder of the files, one sub-folder per tenant; required without an S3. */
  STORAGE_DIR: z.string().min(1).optional(),
  /** S3 that stores the files instead of the folder. */
  S3_ENDPOINT: httpUrl.optional(),
  /** Created when it is missing. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected 3 to 63 of a-z, 0-9, dot and dash')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** True: the bucket name is in the path of a URL, as most servers expect; false: in the host name. */
  S3_PATH_STYLE: z.stringbool().default(true),
  /** Default quota of a tenant's files; its own row may override it. */
  FILE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 * 1024 ** 3),
  FILE_QUOTA_COUNT: z.coerce.number().int().positive().default(20_000),
  /** Address of clamd: `tcp://host:3310` or `unix:///run/clamav/clamd.sock`; without it files are not scanned. */
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/]+|unix:\/\/\/.+)$/)
    .optional(),
  CLAMD_TIMEOUT_MS: z.coerce.number().int().min(100).default(20_000),
  /** Timeout to put or get one file, retries included, in ms. */
  S3_TIMEOUT_MS: z.coerce.number().int().min(300).default(10_000),
} satisfies ConfigShape;

const TOGETHER = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The configured storage. Throws a ConfigError with the missing variables when an S3 is incomplete or none is set. */
export function storageSettings(
  config: ConfigOf<typeof documentsShape>,
): { folder: string } | { s3: S3Settings } {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, STORAGE_DIR } = config;
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return {
      s3: {
        endpoint: S3_ENDPOINT,
        bucket: S3_BUCKET,
        region: config.S3_REGION,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: S3_SECRET_ACCESS_KEY,
        pathStyle: config.S3_PATH_STYLE,
        timeoutMs: config.S3_TIMEOUT_MS,
      },
    };
  const missing = TOGETHER.filter((key) => config[key] === undefined);
  if (missing.length < TOGETHER.length)
    throw new ConfigError(missing.map((key) => `${key}: missing; ${TOGETHER.join(', ')} go together`));
  if (STORAGE_DIR === undefined)
    throw new ConfigError([`STORAGE_DIR: missing, and so are ${TOGETHER.join(', ')}`]);
  return { folder: STORAGE_DIR };
}
