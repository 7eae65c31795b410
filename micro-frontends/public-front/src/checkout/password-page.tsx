import { Button, Field, Input, Notice, useLanguage } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, Redirect, useNavigate } from '../routing/router';
import { requestLoginLink } from '../account/account-api';
import { LinkSent } from '../account/link-sent';
import { useSession } from '../account/use-session';
import type { HeldCart } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { CheckoutFrame } from './checkout-frame';
import { readDraft } from './draft';
import { problemText } from './problem-text';

export default function PasswordPage() {
  const t = useText();
  return <CheckoutFrame title={t('password.title')}>{(cart) => <AskPassword cart={cart} />}</CheckoutFrame>;
}

function AskPassword({ cart }: { cart: HeldCart }) {
  const t = useText();
  const navigate = useNavigate();
  const { login, account } = useSession();
  const [email] = useState(() => readDraft().email ?? '');
  const [password, setPassword] = useState('');
  const base = `/reservations/cart/${cart.id}`;
  const enter = useMutation({
    mutationFn: () => login({ tenantId: cart.performance.organiser.id, email, password }),
    onSuccess: () => navigate(`${base}/edit-customer`),
  });
  const language = useLanguage();
  const link = useMutation({
    mutationFn: () => requestLoginLink({ tenantId: cart.performance.organiser.id, email }, language),
  });
  if (account) return <Redirect to={`${base}/edit-customer`} />;
  if (email === '') return <Redirect to={`${base}/ask-email`} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') enter.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="small-form">
      <h2 className="page-title">{t('password.title')}</h2>
      <p className="c-soft">{t('password.text')}</p>
      {enter.isError && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      <Field label={t('email.label')} required>
        {(control) => <Input {...control} type="email" autoComplete="username" value={email} readOnly />}
      </Field>
      <Field label={t('password.label')} required>
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit" wide busy={enter.isPending} data-testid="continue">
        {t('password.login')}
      </Button>
      {link.isError && <Notice tone="bad">{problemText(link.error, t)}</Notice>}
      {link.isSuccess ? (
        <LinkSent email={email} />
      ) : (
        <Button wide busy={link.isPending} onClick={() => link.mutate()} data-testid="send-login-link">
          {t('login-link.send')}
        </Button>
      )}
      <p className="form-links">
        <Link to={`${base}/edit-customer`} data-testid="guest">
          {t('email.guest')}
        </Link>
        <Link to={`/theatres/${cart.performance.organiser.slug}/password`} data-testid="forgotten">
          {t('password.forgotten')}
        </Link>
        <Link to={`${base}/ask-email`}>{t('email.change')}</Link>
      </p>
    </form>
  );
}
