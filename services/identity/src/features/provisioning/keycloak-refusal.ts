import type { MessageId } from '@coulisse/contracts';
import { Problem, type FieldError } from '@coulisse/service-kit/problem/problem';

/** What Keycloak answered, as plain data: a `Response` must not travel with an error (it cannot be logged). */
export interface KeycloakAnswer {
  status: number;
  data: unknown;
}

type Taken = 'email.already-used' | 'account.already-exists';

/** Fields of Keycloak's users that a request of ours has too. */
const POINTERS: Readonly<Record<string, string>> = {
  username: '/email',
  email: '/email',
  firstName: '/firstName',
  lastName: '/lastName',
  password: '/password',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** `{ errors: [{ field, errorMessage, params }] }`, or one of them alone. */
function fieldErrors(data: unknown): FieldError[] {
  const { errors } = object(data);
  const all = Array.isArray(errors) ? errors.map(object) : [object(data)];
  return all.flatMap((one): FieldError[] => {
    const pointer = POINTERS[text(one['field'])];
    if (pointer === undefined) return [];
    return [codeOf(pointer, text(one['errorMessage']), one['params'])].map((said) => ({ pointer, ...said }));
  });
}

function codeOf(pointer: string, message: string, params: unknown): Omit<FieldError, 'pointer'> {
  if (/length|too-(short|long)/i.test(message)) {
    // Its parameters are the field, the shortest and the longest length.
    const [, min, max] = Array.isArray(params) ? params.map(Number) : [];
    const bounds = {
      min: Number.isFinite(min) ? Number(min) : 0,
      max: Number.isFinite(max) ? Number(max) : 255,
    };
    return { code: 'validation.length', params: bounds };
  }
  if (/required|missing/i.test(message)) return { code: 'validation.not-blank' };
  if (pointer === '/email') return { code: 'validation.email' };
  return { code: pointer === '/password' ? 'validation.password-weak' : 'validation.person-name' };
}

/** Policies of passwords are told by a message only. */
function passwordCode(data: unknown): MessageId | undefined {
  const { error, errorMessage, error_description: description } = object(data);
  const said = [error, errorMessage, description].map(text).join(' ');
  if (!/password/i.test(said)) return undefined;
  return /(black|deny)list/i.test(said) ? 'validation.password-leaked' : 'validation.password-weak';
}

/**
 * The problem that an answer of Keycloak's admin API is: what a person may correct is named with its field, what is
 * taken is a conflict, what passes by itself is an outage; the rest is our own mistake.
 */
export function refusalOf({ status, data }: KeycloakAnswer, taken: Taken = 'email.already-used'): Error {
  const cause = new Error(`Keycloak answered ${status}: ${JSON.stringify(data)?.slice(0, 500) ?? ''}`);
  if (status === 409) return new Problem(taken, { status: 409, cause });
  if (status >= 500 || status === 429) return new Problem('service.unavailable', { cause });
  if (status !== 400) return cause;
  const errors = fieldErrors(data);
  if (errors.length > 0) return new Problem('validation.failed', { errors, cause });
  const code = passwordCode(data);
  return code ? new Problem('validation.failed', { errors: [{ pointer: '/password', code }], cause }) : cause;
}
