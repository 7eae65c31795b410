import { useMutation } from '@tanstack/react-query';
import { ChevronDown, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApi, useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { Menu } from '@coulisse/ui-kit/complex';
import { useProblemText } from '@coulisse/resource-client';
import { saveAs } from '@coulisse/resource-fields';
import { planDocumentPath } from '../../api-paths';

const PLAN_DOCUMENTS = ['plan', 'options', 'labels', 'reservations', 'reservations-full'] as const;
type PlanDocument = (typeof PLAN_DOCUMENTS)[number];

/** The documents of a performance as PDF: plan, options, table labels, reservations. */
export const PlanDocumentsMenu = ({ performanceId, date }: { performanceId: string; date: string }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const problemText = useProblemText();
  const download = useMutation({
    mutationFn: async (kind: PlanDocument) => {
      const answer = await api.raw('GET', planDocumentPath(performanceId, kind), {
        headers: { Accept: '*/*' },
      });
      saveAs(await answer.blob(), `${t(`plan-pdf.${kind}`)} ${date}.pdf`);
    },
    onError: (error) => toast.bad(problemText(error)),
  });
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
            onSelect: () => download.mutate(kind),
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
