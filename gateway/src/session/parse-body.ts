import type { MessageId } from '@coulisse/contracts';
import { Problem, type FieldError } from '@coulisse/service-kit/problem/problem';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function fieldErrors(issue: Issue): FieldError[] {
  const at = (code: MessageId, path: readonly PropertyKey[] = issue.path): FieldError => ({
    pointer: pointer(path),
    code,
  });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => at('validation.extra-fields', [...issue.path, key]));
    case 'invalid_type':
      return [at(issue.input === undefined ? 'validation.not-blank' : 'validation.type')];
    case 'invalid_format':
      return [at(issue.format === 'email' ? 'validation.email' : 'validation.format')];
    case 'too_small':
      return [at('validation.not-blank')];
    default:
      return [at('validation.format')];
  }
}

/** The body as its schema describes it, or a `validation.failed` that points at what is wrong. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem('validation.failed', { errors: parsed.error.issues.flatMap(fieldErrors) });
}
