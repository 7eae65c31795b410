import { Button, EmptyState, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from '../routing/router';
import { ApiProblem, api } from '../api/client';
import { theatreQuery } from '../api/queries';
import { PageError, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { problemFields, problemText } from '../checkout/problem-text';
import '../styles/forms.css';

interface AccountLink {
  kind: 'REGISTER' | 'RESET';
  email: string;
  organiser: { id: string; name: string; slug: string };
}

type LinkError = 'used' | 'expired' | 'unknown';
const LINK_ERRORS: Record<string, LinkError> = {
  'account.link-used': 'used',
  'account.link-expired': 'expired',
  'security.invalid-or-expired-login-link': 'unknown',
  'validation.failed': 'unknown',
};
const linkErrorOf = (error: unknown): LinkError | null =>
  error instanceof ApiProblem ? (LINK_ERRORS[error.code] ?? null) : null;

/**
 * Page of a mailed link that opens an account or resets its password. The token is in the fragment of the URL, which
 * is not sent to servers.
 */
export default function ChoosePasswordPage() {
  const t = useText();
  // Stored, because a change of the language rewrites the URL.
  const [token] = useState(() => window.location.hash.slice(1));
  const query = useQuery({
    queryKey: ['account-link', token],
    queryFn: () => api.post<AccountLink>('/app-api/session/link', { token }),
    staleTime: Infinity,
  });
  const slug = query.data?.organiser.slug ?? '';
  useShowTheatre(useQuery({ ...theatreQuery(slug), enabled: slug !== '' }).data);
  usePageTitle(t(query.data?.kind === 'REGISTER' ? 'choose.register.title' : 'choose.reset.title'));
  if (query.data) return <ChoosePassword link={query.data} token={token} />;
  if (!query.isError) return <PageSkeleton cards={1} />;
  const linkError = linkErrorOf(query.error);
  return (
    <div className="page">
      {linkError ? (
        <DeadLink dead={linkError} />
      ) : (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

function DeadLink({ dead }: { dead: LinkError }) {
  const t = useText();
  const theatre = useTheatre();
  return (
    <div data-testid={`link-${dead}`}>
      <EmptyState
        icon={<Link2Off aria-hidden />}
        title={t(`choose.${dead}`)}
        level={1}
        actions={
          <Link
            className="c-button"
            data-kind="main"
            to={theatre ? `/theatres/${theatre.slug}/password` : '/'}
          >
            {t(theatre ? 'choose.another' : 'error.home')}
          </Link>
        }
      >
        {t(`choose.${dead}.text`)}
      </EmptyState>
    </div>
  );
}

function ChoosePassword({ link, token }: { link: AccountLink; token: string }) {
  const t = useText();
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ defaultValues: { password: '', repeated: '' }, shouldFocusError: false });
  const choose = useMutation({
    mutationFn: (password: string) => api.post('/app-api/session/password', { token, password }),
  });
  const linkError = linkErrorOf(choose.error);
  const refused = problemFields(choose.error);
  if (choose.isSuccess) return <Done link={link} />;
  if (linkError && refused.size === 0) {
    return (
      <div className="page">
        <DeadLink dead={linkError} />
      </div>
    );
  }
  const submit = handleSubmit(({ password }) => choose.mutate(password));
  const fields = [
    {
      label: t('password.new'),
      help: t('password.help'),
      error: errors.password?.message ?? refused.get('password'),
      control: register('password', { required: t('form.required'), deps: ['repeated'] }),
    },
    {
      label: t('choose.repeat'),
      help: undefined,
      error: errors.repeated?.message,
      control: register('repeated', {
        validate: (typed, { password }) => typed === password || t('choose.mismatch'),
      }),
    },
  ];
  return (
    <div className="page small-page">
      <form onSubmit={(event) => void submit(event)} noValidate className="small-form">
        <h1 className="page-title">
          {t(link.kind === 'REGISTER' ? 'choose.register.title' : 'choose.reset.title')}
        </h1>
        <p className="c-soft">{t('choose.text', { email: link.email, theatre: link.organiser.name })}</p>
        {choose.isError && refused.size === 0 && <Notice tone="bad">{problemText(choose.error, t)}</Notice>}
        <input type="hidden" name="username" autoComplete="username" value={link.email} />
        {fields.map(({ label, help, error, control }) => (
          <Field key={control.name} label={label} required error={error} help={help}>
            {(attributes) => (
              <Input {...attributes} type="password" autoComplete="new-password" {...control} />
            )}
          </Field>
        ))}
        <Button kind="main" type="submit" wide busy={choose.isPending} data-testid="choose-password">
          {t('choose.save')}
        </Button>
      </form>
    </div>
  );
}

function Done({ link }: { link: AccountLink }) {
  const t = useText();
  const registered = link.kind === 'REGISTER';
  return (
    <div className="page" role="status" data-testid="password-chosen">
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={t(registered ? 'choose.register.done' : 'choose.reset.done')}
        level={1}
        actions={
          <Link className="c-button" data-kind="main" to={`/theatres/${link.organiser.slug}`}>
            {t('nav.shows')}
          </Link>
        }
      >
        {t(registered ? 'choose.register.done.text' : 'choose.reset.done.text')}
      </EmptyState>
    </div>
  );
}
