import { type MessageId, type MessageParams, messages } from '@coulisse/contracts';
import type { z } from 'zod';
import { Problem, type FieldError } from '../problem/problem';

type Issue = z.core.$ZodIssue;
type FieldMessage = [code: MessageId, params?: MessageParams];

const FORMATS: Readonly<Record<string, MessageId>> = {
  email: 'validation.email',
  url: 'validation.url',
  date: 'validation.date',
  datetime: 'validation.date',
  time: 'validation.time',
};

/** JSON pointer (RFC 6901) of a path. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Converts zod's issues to messages of the catalogue. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        pointer: pointerOf([...issue.path, key]),
        code: 'validation.extra-fields',
      }));
    }
    const [code, params] = messageOf(issue);
    return [{ pointer: pointerOf(issue.path), code, ...(params && { params }) }];
  });
}

function messageOf(issue: Issue): FieldMessage {
  switch (issue.code) {
    case 'invalid_type':
      return invalidType(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return [FORMATS[issue.format] ?? 'validation.format'];
    case 'invalid_value':
      return ['validation.choice'];
    case 'not_multiple_of':
      return ['validation.integer'];
    case 'custom':
      return custom(issue);
    default:
      return ['validation.type'];
  }
}

function invalidType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): FieldMessage {
  if (input === undefined || input === null)
    return [input === null ? 'validation.not-null' : 'validation.not-blank'];
  if (expected === 'int') return ['validation.integer'];
  return [expected === 'number' || expected === 'nan' ? 'validation.number' : 'validation.type'];
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): FieldMessage {
  const min = Number(minimum);
  if (origin === 'string')
    return min === 1 ? ['validation.not-blank'] : ['validation.length', { min, max: '…' }];
  if (origin === 'array' || origin === 'set') return ['validation.choice-count', { min, max: '…' }];
  return ['validation.value-min', { min }];
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): FieldMessage {
  const max = Number(maximum);
  if (origin === 'string') return ['validation.length', { min: 0, max }];
  if (origin === 'array' || origin === 'set') return ['validation.choice-count', { min: 0, max }];
  return ['validation.value-max', { max }];
}

/** A refinement sets its message id by `.refine(check, { params: { code: 'terms.not-accepted' } })`, or as its text. */
function custom({ params, message }: Extract<Issue, { code: 'custom' }>): FieldMessage {
  const catalogue = messages('fr');
  const code = typeof params?.code === 'string' ? params.code : message;
  if (!(code in catalogue)) return ['validation.format'];
  return [code as MessageId, params?.params as MessageParams | undefined];
}

/** Parses, or throws one problem that lists all errors. */
export async function parse<S extends z.ZodType>(schema: S, value: unknown): Promise<z.output<S>> {
  const result = await schema.safeParseAsync(value, { reportInput: true });
  if (result.success) return result.data;
  throw new Problem('validation.failed', { errors: fieldErrors(result.error.issues) });
}
