import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { isEmail } from '../checkout/customer-form';
import { readDraft } from '../checkout/draft';
import { problemText } from '../checkout/problem-text';
import { Link } from '../routing/router';
import { LinkSent } from './link-sent';
import '../styles/forms.css';

/** Asks for an address, to which a link is mailed. */
export function RequestLink({
  theatre,
  title,
  text,
  testId,
  send,
  children,
}: {
  theatre: Theatre;
  title: string;
  text: string;
  testId: string;
  send: (email: string) => Promise<unknown>;
  children?: ReactNode;
}) {
  const t = useText();
  const [email, setEmail] = useState(() => readDraft().email ?? '');
  const [error, setError] = useState<string | null>(null);
  const request = useMutation({ mutationFn: send });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const wrong = isEmail(address) ? null : t(address === '' ? 'form.required' : 'form.email');
    setError(wrong);
    if (!wrong) request.mutate(address);
  };
  if (request.isSuccess) {
    return (
      <div className="page small-page">
        <h1 className="page-title">{title}</h1>
        <LinkSent email={email.trim()} />
        <Link className="c-button" to={`/theatres/${theatre.slug}`}>
          {t('nav.shows')}
        </Link>
      </div>
    );
  }
  return (
    <div className="page small-page">
      <form onSubmit={submit} noValidate className="small-form">
        <h1 className="page-title">{title}</h1>
        <p className="c-soft">{text}</p>
        {request.isError && <Notice tone="bad">{problemText(request.error, t)}</Notice>}
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
        <Button kind="main" type="submit" wide busy={request.isPending} data-testid={testId}>
          {t('password.forgotten.send')}
        </Button>
        {children}
      </form>
    </div>
  );
}
