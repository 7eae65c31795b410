import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { saveAs } from '@coulisse/resource-fields';
import { planDocumentPath } from '../../api-paths';

export const PLAN_DOCUMENTS = ['plan', 'options', 'labels', 'reservations', 'reservations-full'] as const;
export type PlanDocumentKind = (typeof PLAN_DOCUMENTS)[number];

/** The document that the end of an address names: `labels-pdf`. */
export const documentOf = (part: string): PlanDocumentKind | undefined =>
  PLAN_DOCUMENTS.find((kind) => part === `${kind}-pdf`);

/** Saves documents of a performance on the device. */
export function usePlanDocument(performanceId: string, onError?: (error: Error) => void) {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  return useMutation({
    mutationFn: async ({ kind, date }: { kind: PlanDocumentKind; date: string }) => {
      const answer = await api.raw('GET', planDocumentPath(performanceId, kind), {
        headers: { Accept: '*/*' },
      });
      saveAs(await answer.blob(), `${t(`plan-pdf.${kind}`)} ${date}.pdf`);
    },
    ...(onError && { onError }),
  });
}
