import { Button, EmptyState, Notice, useLanguage } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';
import { linkErrorOf, useAccountLink, type AccountLink, type LinkError } from '../account/account-link';
import { logInByLink, requestLoginLink } from '../account/account-api';
import { RequestLink } from '../account/request-link';
import { useSession } from '../account/use-session';
import { cartQuery } from '../api/booking-queries';
import { theatreQuery } from '../api/queries';
import type { Theatre } from '../api/types';
import { Loaded, PageError, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { Link, Redirect, useParams } from '../routing/router';

/**
 * Login by a mailed link: without one, the page asks for the address; with one, it asks for a press. Programs that open the
 * links of a mail before its reader do not press, and so use none up.
 */
export default function LoginLinkPage() {
  const t = useText();
  const { slug = '' } = useParams();
  const query = useQuery(theatreQuery(slug));
  const [link, setLink] = useState(() => window.location.hash);
  useEffect(() => {
    // A link that is opened where this page is open already changes the fragment of its address alone.
    const follow = () => window.location.hash.length > 1 && setLink(window.location.hash);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useShowTheatre(query.data);
  usePageTitle(t('login-link.title'));
  return (
    <Loaded query={query}>
      {(theatre) =>
        link.length > 1 ? <MailedLink key={link} theatre={theatre} /> : <WithoutLink theatre={theatre} />
      }
    </Loaded>
  );
}

function WithoutLink({ theatre }: { theatre: Theatre }) {
  const { account, ready } = useSession();
  if (!ready) return <PageSkeleton cards={1} />;
  return account ? <Redirect to="/account" /> : <Ask theatre={theatre} />;
}

function Ask({ theatre }: { theatre: Theatre }) {
  const t = useText();
  const language = useLanguage();
  return (
    <RequestLink
      theatre={theatre}
      title={t('login-link.title')}
      text={t('login-link.text')}
      testId="ask-login-link"
      send={(email) => requestLoginLink({ tenantId: theatre.id, email }, language)}
    >
      <p className="form-links">
        <Link to={`/theatres/${theatre.slug}/password`}>{t('password.forgotten')}</Link>
      </p>
    </RequestLink>
  );
}

function MailedLink({ theatre }: { theatre: Theatre }) {
  const { token, query } = useAccountLink('LOGIN');
  if (query.data) return <Confirm link={query.data} token={token} theatre={theatre} />;
  if (!query.isError) return <PageSkeleton cards={1} />;
  const linkError = linkErrorOf(query.error);
  if (linkError) return <Dead reason={linkError} theatre={theatre} />;
  return (
    <div className="page">
      <PageError error={query.error} onRetry={() => void query.refetch()} />
    </div>
  );
}

/** What is wrong with the link; another one is a press and an address away. */
function Dead({ reason, theatre }: { reason: LinkError; theatre: Theatre }) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  if (asks) return <Ask theatre={theatre} />;
  return (
    <div className="page" data-testid={`link-${reason}`}>
      <EmptyState
        icon={<Link2Off aria-hidden />}
        title={t(`choose.${reason}`)}
        level={1}
        actions={
          <Button kind="main" onClick={() => setAsks(true)} data-testid="another-link">
            {t('login-link.another')}
          </Button>
        }
      >
        {t(reason === 'used' ? 'login-link.used.text' : `choose.${reason}.text`)}
      </EmptyState>
    </div>
  );
}

function Confirm({ link, token, theatre }: { link: AccountLink; token: string; theatre: Theatre }) {
  const t = useText();
  const { renew } = useSession();
  const enter = useMutation({
    mutationFn: async () => {
      await logInByLink(token);
      await renew();
    },
  });
  if (enter.isSuccess) return <Entered email={link.email} />;
  const linkError = linkErrorOf(enter.error);
  if (linkError) return <Dead reason={linkError} theatre={theatre} />;
  return (
    <div className="page small-page" data-testid="login-link">
      <div className="small-form">
        <h1 className="page-title">{t('password.title')}</h1>
        <p className="c-soft">{t('choose.text', { email: link.email, theatre: link.organiser.name })}</p>
        {enter.isError && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
        <Button
          kind="main"
          wide
          busy={enter.isPending}
          onClick={() => enter.mutate()}
          data-testid="log-in-by-link"
        >
          {t('account.login')}
        </Button>
      </div>
    </div>
  );
}

function Entered({ email }: { email: string }) {
  const t = useText();
  const { account } = useSession();
  const { data: cart } = useQuery(cartQuery);
  return (
    <div className="page" role="status" data-testid="logged-in-by-link">
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={account?.firstName ? t('account.hello', { name: account.firstName }) : t('account.logged-in')}
        level={1}
        actions={
          <>
            {cart && (
              <Link
                className="c-button"
                data-kind="main"
                to={`/reservations/cart/${cart.id}/edit-customer`}
                data-testid="back-to-cart"
              >
                {t('login-link.cart')}
              </Link>
            )}
            <Link className="c-button" data-kind={cart ? undefined : 'main'} to="/account/reservations">
              {t('mine.title')}
            </Link>
            <Link className="c-button" to="/account">
              {t('account.details')}
            </Link>
          </>
        }
      >
        {t('account.signed-in', { email })}
      </EmptyState>
    </div>
  );
}
