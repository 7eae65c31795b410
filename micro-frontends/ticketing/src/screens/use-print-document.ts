import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { documentContentPath } from '../api-paths';

/** Opens a document beside the page, from where the browser prints it. */
export function usePrintDocument(): (documentId: string) => Promise<void> {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const toast = useToast();
  return async (documentId) => {
    try {
      const file = await api.raw('GET', documentContentPath(documentId));
      window.open(URL.createObjectURL(await file.blob()), '_blank', 'noopener');
    } catch {
      toast.bad(t('reservation.pdf.failed'));
    }
  };
}
