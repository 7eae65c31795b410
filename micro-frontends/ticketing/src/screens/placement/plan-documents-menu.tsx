import { ChevronDown, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { Menu } from '@coulisse/ui-kit/complex';
import { useProblemText } from '@coulisse/resource-client';
import { PLAN_DOCUMENTS, usePlanDocument } from './plan-documents';

/** The documents of a performance as PDF: plan, options, table labels, reservations. */
export const PlanDocumentsMenu = ({ performanceId, date }: { performanceId: string; date: string }) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const toast = useToast();
  const problemText = useProblemText();
  const download = usePlanDocument(performanceId, (error) => toast.bad(problemText(error)));
  if (!may('ticketing.reservation.read')) return null;
  return (
    <Menu
      label={t('plan-pdf.menu')}
      sections={[
        {
          key: 'documents',
          actions: PLAN_DOCUMENTS.map((kind) => ({
            key: kind,
            label: t(`plan-pdf.${kind}`),
            icon: <FileText className="c-icon" aria-hidden />,
            onSelect: () => download.mutate({ kind, date }),
          })),
        },
      ]}
      trigger={(props) => (
        <Button {...props} busy={download.isPending} data-testid="plan-documents">
          PDF <ChevronDown className="c-icon" aria-hidden />
        </Button>
      )}
    />
  );
};
