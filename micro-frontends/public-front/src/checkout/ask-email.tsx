import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useSession } from '../account/use-session';
import { api } from '../api/client';
import type { HeldCart } from '../api/queries';
import { useText } from '../app/use-text';
import { CheckoutFrame } from './checkout-frame';
import { isEmail } from './customer-form';
import { keepDraft, readDraft } from './draft';
import { problemText } from './problem-text';
import { RegisterForm } from './register-form';

export default function AskEmailPage() {
  const t = useText();
  return <CheckoutFrame title={t('email.title')}>{(cart) => <AskEmail cart={cart} />}</CheckoutFrame>;
}

function AskEmail({ cart }: { cart: HeldCart }) {
  const { account } = useSession();
  const [unknown, setUnknown] = useState<string | null>(null);
  const base = `/reservations/cart/${cart.id}`;
  if (account) return <Navigate to={`${base}/edit-customer`} replace />;
  if (unknown === null) return <EmailForm cart={cart} onUnknown={setUnknown} />;
  return <GuestOrRegister cart={cart} email={unknown} onChange={() => setUnknown(null)} />;
}

function EmailForm({ cart, onUnknown }: { cart: HeldCart; onUnknown: (email: string) => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [email, setEmail] = useState(() => readDraft().email ?? '');
  const [error, setError] = useState<string | null>(null);
  const ask = useMutation({
    mutationFn: (address: string) =>
      api.post<{ known: boolean }>('/app-api/session/email', {
        tenantId: cart.performance.organiser.id,
        email: address,
      }),
    onSuccess: ({ known }, address) => {
      keepDraft({ email: address });
      if (known) void navigate(`/reservations/cart/${cart.id}/ask-password`);
      else onUnknown(address);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setError(address === '' ? t('form.required') : isEmail(address) ? null : t('form.email'));
    if (isEmail(address)) ask.mutate(address);
  };
  return (
    <form onSubmit={submit} noValidate className="small-form">
      <h2 className="page-title">{t('email.title')}</h2>
      <p className="c-soft">{t('email.text')}</p>
      {ask.isError && <Notice tone="bad">{problemText(ask.error, t)}</Notice>}
      <Field label={t('email.label')} required error={error}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit" wide busy={ask.isPending} data-testid="continue">
        {t('email.continue')}
      </Button>
    </form>
  );
}

function GuestOrRegister({ cart, email, onChange }: { cart: HeldCart; email: string; onChange: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [registering, setRegistering] = useState(false);
  const next = () => void navigate(`/reservations/cart/${cart.id}/edit-customer`);
  return (
    <div className="small-form">
      <h2 className="page-title">{t('email.unknown')}</h2>
      <p className="c-soft">
        {t('email.unknown.text', { email })}{' '}
        <Button kind="link" onClick={onChange}>
          {t('email.change')}
        </Button>
      </p>
      <Button kind="main" wide onClick={next} data-testid="guest">
        {t('email.guest')}
      </Button>
      {registering ? (
        <RegisterForm tenantId={cart.performance.organiser.id} email={email} onDone={next} />
      ) : (
        <Button wide onClick={() => setRegistering(true)} data-testid="register">
          {t('email.register')}
        </Button>
      )}
    </div>
  );
}
