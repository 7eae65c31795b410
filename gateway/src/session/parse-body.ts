import { assertPlainTexts } from '@coulisse/service-kit/http/plain-text';
import { fieldErrors } from '@coulisse/service-kit/http/validation';
import { Problem } from '@coulisse/service-kit/problem/problem';
import type { z } from 'zod';

/** The body as its schema describes it, or a `validation.failed` that points at what is wrong. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  assertPlainTexts(body);
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem('validation.failed', { errors: fieldErrors(parsed.error.issues) });
}
