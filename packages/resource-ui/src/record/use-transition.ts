import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { type RecordAnswer, useRefresh } from '../data/queries';
import { useProblemText } from '../problem-text';

interface Taken {
  name: string;
  comment?: string;
  /** What the person was told, and does it all the same. */
  confirmed?: readonly string[];
}

/** Takes a step, with a word to those who will look back. */
export const useTransition = (descriptor: ResourceDescriptor, record: RecordAnswer) => {
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefresh(descriptor);
  const problem = useProblemText();
  const address = `${descriptor.path}/${record.id}`;
  return useMutation({
    mutationFn: ({ name, comment, confirmed = [] }: Taken) =>
      api.post<RecordAnswer>(
        `${address}/transitions/${name}`,
        {
          ...(comment?.trim() ? { comment: comment.trim() } : {}),
          ...(confirmed.length > 0 ? { confirmed } : {}),
        },
        { ifMatch: record.version, idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: () => refresh(),
    onError: (failure) => {
      toast.bad(problem(failure));
      // What this page believed about the record may be what was wrong.
      void client.invalidateQueries({ queryKey: ['record', descriptor.name, record.id] });
    },
  });
};
