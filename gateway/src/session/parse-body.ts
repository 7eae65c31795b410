import { assertPlainTexts, fieldErrors } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import type { z } from 'zod';

/** Parses a body by its schema; throws `validation.failed` with a pointer to each error. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  assertPlainTexts(body);
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem('validation.failed', { errors: fieldErrors(parsed.error.issues) });
}
