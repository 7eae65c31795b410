import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useApi } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import { type RecordAnswer, useProblemText, useRefresh, useResourceText } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';

/** Duplicates, archives and restores a record. */
export const useRecordActions = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  record: RecordAnswer,
) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const language = useLanguage();
  const problem = useProblemText();
  const refresh = useRefresh(descriptor);
  const address = `${descriptor.path}/${record.id}`;
  const onError = (failure: unknown) => toast.bad(problem(failure));

  const duplication = useMutation({
    mutationFn: () =>
      api.post<RecordAnswer>(`${address}/duplicate`, {}, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async (copy) => {
      toast.good(text('record.duplicated', { name: titleOf(descriptor, copy, language) }));
      await refresh(copy);
      // The edit form opens: a copy is usually changed.
      void navigate(screens.edit?.(copy.id) ?? screens.record(copy.id));
    },
    onError,
  });
  const storage = useMutation({
    mutationFn: (action: 'archive' | 'restore') =>
      api.post<RecordAnswer>(`${address}/${action}`, {}, { ifMatch: record.version }),
    onSuccess: async (answer, action) => {
      const name = titleOf(descriptor, record, language);
      toast.good(text(action === 'archive' ? 'record.archived' : 'record.restored', { name }));
      await refresh(answer);
    },
    onError,
  });
  return {
    busy: duplication.isPending || storage.isPending,
    duplicate: () => {
      if (screens.copy) void navigate(screens.copy(record.id));
      else if (!duplication.isPending) duplication.mutate();
    },
    archive: () => !storage.isPending && storage.mutate('archive'),
    restore: () => !storage.isPending && storage.mutate('restore'),
  };
};
