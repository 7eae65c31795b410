import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { useProblemText } from '@coulisse/resource-ui';
import { useToast } from '@coulisse/ui-kit';

/** Says that two records look alike and are two. */
export const useDistinct = () => {
  const api = useApi();
  const toast = useToast();
  const { t } = useTranslation('crm');
  const problem = useProblemText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, other }: { id: string; other: string }) =>
      api.post(`/b/api/crm/tiers/${id}/distinct`, { other }),
    onSuccess: () => {
      toast.good(t('distinct.done'));
      return client.invalidateQueries({ queryKey: ['duplicates'] });
    },
    onError: (failure) => toast.bad(problem(failure)),
  });
};
