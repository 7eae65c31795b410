import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useParams } from '../routing/router';
import { LinkSent } from '../account/link-sent';
import { useSession } from '../account/use-session';
import { theatreQuery } from '../api/queries';
import type { Theatre } from '../api/types';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { isEmail } from '../checkout/customer-form';
import { readDraft } from '../checkout/draft';
import { problemText } from '../checkout/problem-text';
import '../styles/forms.css';

/** Requests a link to reset the password. */
export default function ForgottenPasswordPage() {
  const t = useText();
  const { slug = '' } = useParams();
  const query = useQuery(theatreQuery(slug));
  useShowTheatre(query.data);
  usePageTitle(t('password.forgotten.title'));
  return <Loaded query={query}>{(theatre) => <ForgottenPassword theatre={theatre} />}</Loaded>;
}

function ForgottenPassword({ theatre }: { theatre: Theatre }) {
  const t = useText();
  const { requestReset } = useSession();
  const [email, setEmail] = useState(() => readDraft().email ?? '');
  const [error, setError] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: (address: string) => requestReset({ tenantId: theatre.id, email: address }),
  });
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
        <h1 className="page-title">{t('password.forgotten.title')}</h1>
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
        <h1 className="page-title">{t('password.forgotten.title')}</h1>
        <p className="c-soft">{t('password.forgotten.text')}</p>
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
        <Button kind="main" type="submit" wide busy={request.isPending} data-testid="ask-reset">
          {t('password.forgotten.send')}
        </Button>
      </form>
    </div>
  );
}
