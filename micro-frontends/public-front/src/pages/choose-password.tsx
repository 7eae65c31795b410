import { Button, EmptyState, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Link } from '../routing/router';
import { DeadLink, linkErrorOf, useAccountLink, type AccountLink } from '../account/account-link';
import { api } from '../api/client';
import { theatreQuery } from '../api/queries';
import { PageError, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { problemFields, problemText } from '../checkout/problem-text';
import '../styles/forms.css';

/**
 * Page of a mailed link that opens an account or resets its password.
 */
export default function ChoosePasswordPage() {
  const t = useText();
  const { token, query } = useAccountLink('REGISTER', 'RESET');
  const slug = query.data?.organiser.slug ?? '';
  useShowTheatre(useQuery({ ...theatreQuery(slug), enabled: slug !== '' }).data);
  usePageTitle(t(query.data?.kind === 'REGISTER' ? 'choose.register.title' : 'choose.reset.title'));
  if (query.data) return <ChoosePassword link={query.data} token={token} />;
  if (!query.isError) return <PageSkeleton cards={1} />;
  const linkError = linkErrorOf(query.error);
  return (
    <div className="page">
      {linkError ? (
        <DeadLink dead={linkError} purpose="password" />
      ) : (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      )}
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
        <DeadLink dead={linkError} purpose="password" />
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
