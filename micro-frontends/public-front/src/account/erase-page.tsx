import { Button, EmptyState, Notice } from '@coulisse/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { api, openSession, replaceSession } from '../api/client';
import { sessionQuery, theatreQuery } from '../api/queries';
import { PageError, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { Link } from '../routing/router';
import { DeadLink, linkErrorOf, useAccountLink, type AccountLink } from './account-link';
import { ErasureRules } from './erasure-rules';
import '../styles/forms.css';
import '../styles/account.css';

/** Page of the mailed link that erases an account. Opening it erases nothing. */
export function ErasePage() {
  const t = useText();
  const { token, query } = useAccountLink('ERASE');
  const slug = query.data?.organiser.slug ?? '';
  useShowTheatre(useQuery({ ...theatreQuery(slug), enabled: slug !== '' }).data);
  usePageTitle(t('erase.title'));
  if (query.data) return <ConfirmErasure link={query.data} token={token} />;
  if (!query.isError) return <PageSkeleton cards={1} />;
  const linkError = linkErrorOf(query.error);
  return (
    <div className="page">
      {linkError ? (
        <DeadLink dead={linkError} purpose="erase" />
      ) : (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

function ConfirmErasure({ link, token }: { link: AccountLink; token: string }) {
  const t = useText();
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => api.post('/app-api/session/erase', { token }),
    onSuccess: async () => {
      // The session ended with the account.
      const session = await openSession(true);
      replaceSession(session);
      client.setQueryData(sessionQuery.queryKey, session);
    },
  });
  const linkError = linkErrorOf(erase.error);
  if (erase.isSuccess)
    return (
      <div className="page" role="status" data-testid="erased">
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t('erase.done')}
          level={1}
          actions={
            <Link className="c-button" data-kind="main" to={`/theatres/${link.organiser.slug}`}>
              {t('nav.shows')}
            </Link>
          }
        >
          {t('erase.done.text')}
        </EmptyState>
      </div>
    );
  if (linkError)
    return (
      <div className="page">
        <DeadLink dead={linkError} purpose="erase" />
      </div>
    );
  return (
    <div className="page small-page account-page">
      <h1 className="page-title">{t('erase.title')}</h1>
      <p>{t('choose.text', { email: link.email, theatre: link.organiser.name })}</p>
      <ErasureRules />
      <Notice tone="warn">{t('erase.final')}</Notice>
      {erase.isError && <Notice tone="bad">{problemText(erase.error, t)}</Notice>}
      <div className="c-actions">
        <Button
          kind="danger-main"
          busy={erase.isPending}
          onClick={() => erase.mutate()}
          data-testid="erase-confirm"
        >
          {t('erase.confirm')}
        </Button>
        <Link className="c-button" to="/account">
          {t('erase.keep')}
        </Link>
      </div>
    </div>
  );
}
