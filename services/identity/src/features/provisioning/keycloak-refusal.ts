import type { MessageId } from '@coulisse/contracts';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';

/** Keycloak's response as plain data: an error must not contain a `Response`, which cannot be logged. */
export interface KeycloakAnswer {
  status: number;
  data: unknown;
}

type Taken = 'email.already-used' | 'account.already-exists';

/** Fields of Keycloak's users by the pointer of the same field in our requests. */
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

/** Reads `{ errors: [{ field, errorMessage, params }] }`, or a single such error. */
function fieldErrors(data: unknown): FieldError[] {
  const { errors } = object(data);
  const all = Array.isArray(errors) ? errors.map(object) : [object(data)];
  return all.flatMap((error): FieldError[] => {
    const pointer = POINTERS[text(error['field'])];
    if (pointer === undefined) return [];
    return [codeOf(pointer, text(error['errorMessage']), error['params'])].map((detail) => ({
      pointer,
      ...detail,
    }));
  });
}

function codeOf(pointer: string, message: string, params: unknown): Omit<FieldError, 'pointer'> {
  if (/length|too-(short|long)/i.test(message)) {
    // `params` are the field, the minimum and the maximum length.
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

/** Keycloak reports violations of the password policy by a message only. */
function passwordCode(data: unknown): MessageId | undefined {
  const { error, errorMessage, error_description: description } = object(data);
  const message = [error, errorMessage, description].map(text).join(' ');
  if (!/password/i.test(message)) return undefined;
  return /(black|deny)list/i.test(message) ? 'validation.password-leaked' : 'validation.password-weak';
}

/**
 * Maps a response of Keycloak's admin API to an error: invalid input to `validation.failed` with the fields, 409 to a
 * conflict, transient failures to `service.unavailable`, the rest to a plain error because it is a bug of ours.
 */
export function problemOf({ status, data }: KeycloakAnswer, taken: Taken = 'email.already-used'): Error {
  const cause = new Error(`Keycloak answered ${status}: ${JSON.stringify(data)?.slice(0, 500) ?? ''}`);
  if (status === 409) return new Problem(taken, { status: 409, cause });
  if (status >= 500 || status === 429) return new Problem('service.unavailable', { cause });
  if (status !== 400) return cause;
  const errors = fieldErrors(data);
  if (errors.length > 0) return new Problem('validation.failed', { errors, cause });
  const code = passwordCode(data);
  return code ? new Problem('validation.failed', { errors: [{ pointer: '/password', code }], cause }) : cause;
}
