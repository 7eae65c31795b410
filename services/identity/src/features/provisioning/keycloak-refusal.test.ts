import { Problem } from '@coulisse/service-kit/problem';
import { problemOf } from './keycloak-refusal';

const answer = (status: number, data: unknown = {}) => problemOf({ status, data });

describe('refusalOf', () => {
  it.each([
    [
      'one field',
      { field: 'firstName', errorMessage: 'error-person-name-invalid-character', params: ['firstName'] },
      [{ pointer: '/firstName', code: 'validation.person-name' }],
    ],
    [
      'several fields',
      {
        errors: [
          { field: 'lastName', errorMessage: 'error-pattern-no-match' },
          { field: 'email', errorMessage: 'error-invalid-email', params: ['email', 'x'] },
        ],
      },
      [
        { pointer: '/lastName', code: 'validation.person-name' },
        { pointer: '/email', code: 'validation.email' },
      ],
    ],
    [
      'a length',
      { field: 'lastName', errorMessage: 'error-invalid-length-too-long', params: ['lastName', 0, 100] },
      [{ pointer: '/lastName', code: 'validation.length', params: { min: 0, max: 100 } }],
    ],
    [
      'a missing value',
      { field: 'firstName', errorMessage: 'error-user-attribute-required' },
      [{ pointer: '/firstName', code: 'validation.not-blank' }],
    ],
    [
      'a weak password',
      { error: 'invalidPasswordMinLengthMessage', error_description: 'Invalid password: minimum length 12.' },
      [{ pointer: '/password', code: 'validation.password-weak' }],
    ],
    [
      'a leaked password',
      {
        error: 'invalidPasswordBlacklistedMessage',
        error_description: 'Invalid password: password is blacklisted.',
      },
      [{ pointer: '/password', code: 'validation.password-leaked' }],
    ],
    [
      'a password at creation',
      { errorMessage: 'Password policy not met' },
      [{ pointer: '/password', code: 'validation.password-weak' }],
    ],
  ])('maps %s to validation.failed with its field', (_description, data, errors) => {
    expect(answer(400, data)).toMatchObject({ code: 'validation.failed', status: 422, errors });
  });

  it('maps 409 to a conflict', () => {
    expect(answer(409)).toMatchObject({ code: 'email.already-used', status: 409 });
    expect(problemOf({ status: 409, data: '' }, 'account.already-exists')).toMatchObject({
      code: 'account.already-exists',
    });
  });

  it('maps 429 and 5xx to service.unavailable, other statuses to plain errors', () => {
    for (const status of [429, 500, 502, 503])
      expect(answer(status)).toMatchObject({ code: 'service.unavailable' });
    for (const status of [400, 401, 403, 404]) {
      const error = answer(status, { error: 'unknown_error' });
      expect(error).not.toBeInstanceOf(Problem);
      expect(error.message).toContain(`${status}`);
    }
  });

  it.each([undefined, null, '', 'x'.repeat(100_000), [], 7, { errors: [null, 3, {}] }])(
    'accepts any body and truncates it in the message: %#',
    (data) => {
      const error = answer(400, data);
      expect(error.message.length).toBeLessThan(600);
      expect(Object.values(error).every((value) => !(value instanceof Response))).toBe(true);
    },
  );
});
