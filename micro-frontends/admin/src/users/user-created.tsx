import { useEffect } from 'react';
import type { CreatedProps } from '@coulisse/mfe-kit';
import { PasswordOnce } from '../password-once';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shows the generated password of a new user; calls `done` at once when there is none (single sign-on). */
export const UserCreated = ({ answer, done }: CreatedProps) => {
  const password = text(answer['password']);
  useEffect(() => {
    if (!password) done();
  }, [password, done]);
  if (!password) return null;
  const name = `${text(answer['firstName'])} ${text(answer['lastName'])}`.trim();
  return <PasswordOnce name={name} email={text(answer['email'])} password={password} onDone={done} />;
};
