import { Button, Dialog, Field, Input, Notice, useLanguage, useToast } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from '../routing/router';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { problemFields, problemText } from '../checkout/problem-text';
import { isEmail } from '../checkout/customer-form';
import { requestLoginLink } from './account-api';
import { LinkSent } from './link-sent';
import { useSession } from './use-session';
import '../styles/forms.css';

const FIELDS = {
  login: ['email', 'password'],
  register: ['firstName', 'lastName', 'email'],
} as const;
type Mode = keyof typeof FIELDS;
type Name = (typeof FIELDS)[Mode][number];

const AUTOCOMPLETE: Record<Name, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  password: 'current-password',
};

/** The dialog of the visitor's account; loaded when it is opened. */
export default function AccountPanel({ theatre, onClose }: { theatre: Theatre; onClose: () => void }) {
  const t = useText();
  const { account } = useSession();
  return (
    <Dialog title={t('account.title')} onClose={onClose}>
      {account ? <SignedIn onDone={onClose} /> : <SignIn theatre={theatre} onDone={onClose} />}
    </Dialog>
  );
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
      <Link className="c-button" to="/account" onClick={onDone} data-testid="account-link">
        {t('account.details')}
      </Link>
      <Link className="c-button" to="/account/reservations" onClick={onDone} data-testid="my-orders-link">
        {t('mine.title')}
      </Link>
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
    mutationFn: () => {
      const { password, ...registration } = values;
      return mode === 'login'
        ? session.login({ tenantId: theatre.id, email: values.email, password })
        : session.register({ tenantId: theatre.id, ...registration });
    },
    onSuccess: () => {
      if (mode === 'register') return;
      toast.good(t('account.logged-in'));
      onDone();
    },
  });
  const language = useLanguage();
  const [emailError, setEmailError] = useState<string>();
  const link = useMutation({
    mutationFn: (email: string) => requestLoginLink({ tenantId: theatre.id, email }, language),
  });
  const sendLink = () => {
    const address = values.email.trim();
    const isRight = isEmail(address);
    setEmailError(isRight ? undefined : t(address === '' ? 'form.required' : 'form.email'));
    if (!isRight) return;
    enter.reset();
    link.mutate(address);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  const change = () => {
    enter.reset();
    link.reset();
    setEmailError(undefined);
    setMode(mode === 'login' ? 'register' : 'login');
  };
  const labels: Record<Name, string> = {
    firstName: t('customer.firstName'),
    lastName: t('customer.lastName'),
    email: t('email.label'),
    password: t('password.label'),
  };
  if (mode === 'register' && enter.isSuccess) return <LinkSent email={values.email} />;
  if (link.isSuccess) return <LinkSent email={values.email.trim()} />;
  const problems = problemFields(enter.error);
  return (
    <form className="account-panel" onSubmit={submit}>
      {enter.isError && problems.size === 0 && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      {link.isError && <Notice tone="bad">{problemText(link.error, t)}</Notice>}
      {mode === 'register' && <p className="c-soft">{t('account.register.text')}</p>}
      {FIELDS[mode].map((name) => (
        <Field
          key={name}
          label={labels[name]}
          required
          error={problems.get(name) ?? (name === 'email' ? emailError : undefined)}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              required
              type={name === 'email' || name === 'password' ? name : 'text'}
              autoComplete={AUTOCOMPLETE[name]}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button kind="main" wide type="submit" busy={enter.isPending}>
        {t(`account.${mode}`)}
      </Button>
      {mode === 'login' && (
        <Button wide busy={link.isPending} onClick={sendLink} data-testid="send-login-link">
          {t('login-link.send')}
        </Button>
      )}
      {mode === 'login' && (
        <p className="account-switch">
          <Link to={`/theatres/${theatre.slug}/password`} onClick={onDone} data-testid="forgotten">
            {t('password.forgotten')}
          </Link>
        </p>
      )}
      <p className="account-switch">
        {t(mode === 'login' ? 'account.no-account' : 'account.has-account')}{' '}
        <Button kind="link" onClick={change}>
          {t(mode === 'login' ? 'account.register' : 'account.login')}
        </Button>
      </p>
    </form>
  );
}
