import { Button, Field, Input } from '@coulisse/ui-kit';
import { useState, type FormEvent } from 'react';
import { Redirect, useNavigate } from '../routing/router';
import { useSession } from '../account/use-session';
import type { HeldCart } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { isInFrame, leaveFrame } from '../embedding/leave-frame';
import { CheckoutFrame } from './checkout-frame';
import { isEmail } from './customer-form';
import { saveDraft, readDraft } from './draft';
import { RegisterForm } from './register-form';

export default function EmailPage() {
  const t = useText();
  return <CheckoutFrame title={t('email.title')}>{(cart) => <AskEmail cart={cart} />}</CheckoutFrame>;
}

function AskEmail({ cart }: { cart: HeldCart }) {
  const { account } = useSession();
  const [email, setEmail] = useState<string | null>(null);
  if (account) return <Redirect to={`/reservations/cart/${cart.id}/edit-customer`} />;
  if (email === null) return <EmailForm onEmail={setEmail} />;
  return <HowToContinue cart={cart} email={email} onChange={() => setEmail(null)} />;
}

function EmailForm({ onEmail }: { onEmail: (email: string) => void }) {
  const t = useText();
  const [email, setEmail] = useState(() => readDraft().email ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!isEmail(address)) return setError(t(address === '' ? 'form.required' : 'form.email'));
    saveDraft({ email: address });
    onEmail(address);
  };
  return (
    <form onSubmit={submit} noValidate className="small-form">
      <h2 className="page-title">{t('email.title')}</h2>
      <p className="c-soft">{t('email.text')}</p>
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
      <Button kind="main" type="submit" wide data-testid="continue">
        {t('email.continue')}
      </Button>
    </form>
  );
}

/** The same choices for every address, so that the page does not reveal whether it has an account. */
function HowToContinue({ cart, email, onChange }: { cart: HeldCart; email: string; onChange: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [registering, setRegistering] = useState(false);
  const base = `/reservations/cart/${cart.id}`;
  const next = () => navigate(`${base}/edit-customer`);
  const logIn = () => (isInFrame() ? leaveFrame(`${base}/ask-email`) : navigate(`${base}/ask-password`));
  return (
    <div className="small-form">
      <h2 className="page-title">{t('email.how')}</h2>
      <p className="c-soft">
        {t('email.how.text', { email })}{' '}
        <Button kind="link" onClick={onChange}>
          {t('email.change')}
        </Button>
      </p>
      <Button kind="main" wide onClick={next} data-testid="guest">
        {t('email.guest')}
      </Button>
      <Button wide onClick={logIn} data-testid="login">
        {t('password.login')}
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
