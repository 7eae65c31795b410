import { Button, Field, Input } from '@coulisse/ui-kit';
import { useState, type FormEvent } from 'react';
import { Link, Redirect, useNavigate } from '../routing/router';
import { useSession } from '../account/use-session';
import type { HeldCart } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { CheckoutFrame } from './checkout-frame';
import { isEmail } from './customer-form';
import { saveDraft, readDraft } from './draft';

export default function EmailPage() {
  const t = useText();
  return <CheckoutFrame title={t('password.title')}>{(cart) => <AskEmail cart={cart} />}</CheckoutFrame>;
}

/** The next page is the same for every address, so that it does not reveal whether one has an account. */
function AskEmail({ cart }: { cart: HeldCart }) {
  const t = useText();
  const navigate = useNavigate();
  const { account } = useSession();
  const [email, setEmail] = useState(() => readDraft().email ?? '');
  const [error, setError] = useState<string | null>(null);
  const base = `/reservations/cart/${cart.id}`;
  if (account) return <Redirect to={`${base}/edit-customer`} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!isEmail(address)) return setError(t(address === '' ? 'form.required' : 'form.email'));
    saveDraft({ email: address });
    navigate(`${base}/ask-password`);
  };
  return (
    <form onSubmit={submit} noValidate className="small-form">
      <h2 className="page-title">{t('password.title')}</h2>
      <p className="c-soft">{t('password.text')}</p>
      <Field label={t('email.label')} required error={error}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit" wide data-testid="continue">
        {t('email.continue')}
      </Button>
      <p className="form-links">
        <Link to={`${base}/edit-customer`} data-testid="guest">
          {t('email.guest')}
        </Link>
      </p>
    </form>
  );
}
