import { Button, Field, Input, Notice, useToast } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { useSession } from './use-session';

const FIELDS = {
  login: ['email', 'password'],
  register: ['firstName', 'lastName', 'email', 'password'],
} as const;
type Mode = keyof typeof FIELDS;
type Name = (typeof FIELDS)['register'][number];

const AUTOCOMPLETE: Record<Name, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  password: 'current-password',
};

export function AccountPanel({ theatre, onDone }: { theatre: Theatre; onDone: () => void }) {
  const { account } = useSession();
  return account ? <SignedIn onDone={onDone} /> : <SignIn theatre={theatre} onDone={onDone} />;
}

function SignedIn({ onDone }: { onDone: () => void }) {
  const t = useText();
  const toast = useToast();
  const { account, logout } = useSession();
  const leave = useMutation({
    mutationFn: logout,
    onSuccess: () => {
      toast.good(t('account.logged-out'));
      onDone();
    },
  });
  return (
    <div className="account-panel">
      <p>
        <strong>{t('account.hello', { name: account?.firstName ?? '' })}</strong>
      </p>
      <p>{t('account.signed-in', { email: account?.email })}</p>
      <p className="c-soft">{t('account.use')}</p>
      {leave.isError && <Notice tone="bad">{problemText(leave.error, t)}</Notice>}
      <Button busy={leave.isPending} onClick={() => leave.mutate()} data-testid="logout">
        {t('account.logout')}
      </Button>
    </div>
  );
}

function SignIn({ theatre, onDone }: { theatre: Theatre; onDone: () => void }) {
  const t = useText();
  const toast = useToast();
  const session = useSession();
  const [mode, setMode] = useState<Mode>('login');
  const [values, setValues] = useState<Record<Name, string>>({
    firstName: '',
    lastName: '',
    email: '',
    password: '',
  });
  const enter = useMutation({
    mutationFn: () => session[mode]({ tenantId: theatre.id, ...pick(values, mode) }),
    onSuccess: () => {
      toast.good(t('account.logged-in'));
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  const labels: Record<Name, string> = {
    firstName: t('customer.firstName'),
    lastName: t('customer.lastName'),
    email: t('email.label'),
    password: mode === 'login' ? t('password.label') : t('password.new'),
  };
  return (
    <form className="account-panel" onSubmit={submit}>
      {enter.isError && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      {FIELDS[mode].map((name) => (
        <Field
          key={name}
          label={labels[name]}
          required
          help={name === 'password' && mode === 'register' ? t('password.help') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              required
              type={name === 'email' || name === 'password' ? name : 'text'}
              minLength={name === 'password' && mode === 'register' ? 12 : undefined}
              autoComplete={name === 'password' && mode === 'register' ? 'new-password' : AUTOCOMPLETE[name]}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button kind="main" wide type="submit" busy={enter.isPending}>
        {t(`account.${mode}`)}
      </Button>
      <p className="account-switch">
        {t(mode === 'login' ? 'account.no-account' : 'account.has-account')}{' '}
        <Button kind="link" onClick={() => setMode(mode === 'login' ? 'register' : 'login')}>
          {t(mode === 'login' ? 'account.register' : 'account.login')}
        </Button>
      </p>
    </form>
  );
}

/** The server refuses what it does not know, so a sign-in carries no names. */
function pick(values: Record<Name, string>, mode: Mode): Record<Name, string> {
  return Object.fromEntries(FIELDS[mode].map((name) => [name, values[name]])) as Record<Name, string>;
}
