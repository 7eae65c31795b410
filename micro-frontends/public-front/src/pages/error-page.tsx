import { Button, EmptyState, ErrorState } from '@coulisse/ui-kit';
import { Lock, TriangleAlert, Wrench } from 'lucide-react';
import { ApiProblem, isForeign, isUnavailable } from '../api/client';
import type { PageErrorProps } from '../app/error-props';
import { usePageTitle } from '../app/page-title';
import { useTheatre } from '../app/theatre';
import { fileUrl, useSiteLook } from '../app/use-site-look';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

/** To the theatre of the tab, or to all of them. */
function WayOut({ isMain }: { isMain: boolean }) {
  const t = useText();
  const theatre = useTheatre();
  return (
    <Link
      className="c-button"
      data-kind={isMain ? 'main' : undefined}
      to={theatre ? `/theatres/${theatre.slug}` : '/'}
    >
      {theatre ? t('error.shows', { theatre: theatre.name }) : t('error.home')}
    </Link>
  );
}

/** 403: it belongs to somebody else. To try again changes nothing. */
function Refused() {
  const t = useText();
  usePageTitle(t('error.refused'));
  return (
    <div role="alert" data-testid="error-403">
      <EmptyState
        icon={<Lock aria-hidden />}
        title={t('error.refused')}
        level={1}
        actions={<WayOut isMain />}
      >
        {t('error.refused.text')}
      </EmptyState>
    </div>
  );
}

/** The server is there, and does not serve. */
function Unavailable({ onRetry }: PageErrorProps) {
  const t = useText();
  return (
    <ErrorState icon={<Wrench aria-hidden />} title={t('error.maintenance')} onRetry={onRetry}>
      {t('error.maintenance.text')}
    </ErrorState>
  );
}

/** What the server, or the page, could not do. */
function Failed({ error, onRetry, isCrash = false }: PageErrorProps) {
  const t = useText();
  const problem = error instanceof ApiProblem ? error : null;
  usePageTitle(t('error.failed'));
  return (
    <div role="alert" data-testid="error-500">
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={t('error.failed')}
        level={1}
        actions={
          <>
            <Button kind="main" onClick={onRetry}>
              {t('error.retry')}
            </Button>
            {!isCrash && <WayOut isMain={false} />}
          </>
        }
      >
        {t('error.failed.text')}
        {problem?.traceId && (
          <>
            <br />
            <code>{t('error.reference', { reference: problem.traceId })}</code>
          </>
        )}
      </EmptyState>
    </div>
  );
}

/** What is left of a page that could not be shown: the look of its theatre, and the way to try again. */
function Crashed(props: PageErrorProps) {
  const theatre = useTheatre();
  const site = theatre?.site;
  useSiteLook(site);
  return (
    <>
      {theatre && (
        <header>
          {site?.logo ? (
            <img className="site-logo" src={fileUrl(site.logo)} alt={theatre.name} />
          ) : (
            <strong className="site-name">{theatre.name}</strong>
          )}
        </header>
      )}
      <Failed {...props} />
    </>
  );
}

/** A page that was refused, or that failed. */
export default function ErrorPage(props: PageErrorProps) {
  if (props.isCrash) return <Crashed {...props} />;
  if (isUnavailable(props.error)) return <Unavailable {...props} />;
  return isForeign(props.error) ? <Refused /> : <Failed {...props} />;
}
