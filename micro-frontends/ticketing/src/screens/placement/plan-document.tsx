import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import { Button, EmptyState, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { usePageTitle } from '@coulisse/resource-ui';
import { performancePage, placementPage } from '../../screen-paths';
import { performanceLabel } from '../performances/performance-title';
import { type PlanDocumentKind, usePlanDocument } from './plan-documents';

interface Props {
  id: string;
  kind: PlanDocumentKind;
}

/** A document of a performance by its address: it is made and saved at once. */
export const PlanDocument = (props: Props) => {
  const path = useResourcePath('ticketing.performance');
  const may = useMay();
  return path !== null && may('ticketing.reservation.read') ? (
    <Saving {...props} path={path} />
  ) : (
    <Unavailable />
  );
};

const Saving = ({ id, kind, path }: Props & { path: string }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const api = useApi();
  const may = useMay();
  const performance = useQuery({
    queryKey: ['plan-document', id],
    queryFn: () => api.get<{ name: string; date: string }>(`${path}/${id}`),
  });
  const document = usePlanDocument(id);
  const { mutate } = document;
  const date = performance.data?.date;
  const begun = useRef<string | null>(null);
  useEffect(() => {
    const content = `${id} ${kind}`;
    if (!date || begun.current === content) return;
    begun.current = content;
    mutate({ kind, date });
  }, [id, kind, date, mutate]);
  usePageTitle(t(`plan-pdf.${kind}`));
  if (performance.isError)
    return <Failure failure={performance.error} onRetry={() => void performance.refetch()} />;
  if (!performance.data || !date) return <SkeletonLines lines={6} />;
  const again = () => mutate({ kind, date });
  return (
    <div className="t-page">
      <nav className="t-crumbs" aria-label={t('breadcrumb')}>
        <Link to={performancePage(id)}>{performanceLabel(performance.data.name, language)}</Link>
        <span aria-hidden>/</span>
      </nav>
      <header className="t-head">
        <h1>{t(`plan-pdf.${kind}`)}</h1>
      </header>
      {document.isError ? (
        <Failure failure={document.error} onRetry={again} />
      ) : !document.isSuccess ? (
        <p role="status">{t('plan-pdf.making')}</p>
      ) : (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t('plan-pdf.saved')}
          actions={
            <>
              <Button icon={<Download className="c-icon" aria-hidden />} onClick={again}>
                {t('plan-pdf.again')}
              </Button>
              {may('ticketing.placement.update') && (
                <Link className="c-button" to={placementPage(id)}>
                  {t('placement.title')}
                </Link>
              )}
            </>
          }
        >
          {t('plan-pdf.saved.where')}
        </EmptyState>
      )}
    </div>
  );
};
