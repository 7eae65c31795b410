import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

/** Marks two similar third parties as distinct; `path` is the API path of the third parties. */
export const useDistinct = (path: string) => {
  const api = useApi();
  const toast = useToast();
  const { t } = useTranslation('crm');
  const problem = useProblemText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, other }: { id: string; other: string }) =>
      api.post(`${path}/${id}/distinct`, { other }),
    onSuccess: () => {
      toast.good(t('distinct.done'));
      return client.invalidateQueries({ queryKey: ['duplicates'] });
    },
    onError: (failure) => toast.bad(problem(failure)),
  });
};
