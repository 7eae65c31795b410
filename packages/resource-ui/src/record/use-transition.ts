import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { type RecordAnswer, useProblemText, useRefresh } from '@coulisse/resource-client';

interface Taken {
  name: string;
  comment?: string;
  /** Warnings that the user has confirmed. */
  confirmed?: readonly string[];
  /** Values of the fields that the transition asks for. */
  input?: Readonly<Record<string, unknown>>;
  /** The dialog that asked shows what was refused. */
  isShownByDialog?: boolean;
}

/** Executes a transition, with a comment for the history. */
export const useTransition = (descriptor: ResourceDescriptor, record: RecordAnswer) => {
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefresh(descriptor);
  const problem = useProblemText();
  const address = `${descriptor.path}/${record.id}`;
  return useMutation({
    mutationFn: ({ name, comment, confirmed = [], input = {} }: Taken) =>
      api.post<RecordAnswer>(
        `${address}/transitions/${name}`,
        {
          ...(comment?.trim() ? { comment: comment.trim() } : {}),
          ...(confirmed.length > 0 ? { confirmed } : {}),
          ...(Object.keys(input).length > 0 ? { input } : {}),
        },
        { ifMatch: record.version, idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: () => refresh(),
    onError: (failure, { isShownByDialog = false }) => {
      if (!isShownByDialog) toast.bad(problem(failure));
      // The cached record may be outdated, so it is read again.
      void client.invalidateQueries({ queryKey: ['record', descriptor.name, record.id] });
    },
  });
};
