import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  type ResourceDescriptor,
  resourceScreens,
  useApi,
  useModules,
  useResources,
} from '@coulisse/mfe-kit';
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

/** Opens a record that a transition has created, where the user may read it. */
const useOpen = () => {
  const navigate = useNavigate();
  const resources = useResources();
  const modules = useModules();
  return (name: string, id: unknown) => {
    const target = resources.find((resource) => resource.name === name);
    const screens = target?.may.read ? resourceScreens(modules, target) : null;
    if (screens && typeof id === 'string') void navigate(screens.record(id));
  };
};

/** The attempts at transitions of a record. */
export const transitionKey = ({ name }: Pick<ResourceDescriptor, 'name'>, id: string) =>
  ['transition', name, id] as const;

/** Executes a transition, with a comment for the history. */
export const useTransition = (descriptor: ResourceDescriptor, record: RecordAnswer) => {
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefresh(descriptor);
  const problem = useProblemText(descriptor);
  const open = useOpen();
  const address = `${descriptor.path}/${record.id}`;
  return useMutation({
    mutationKey: transitionKey(descriptor, record.id),
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
    onSuccess: async (answer, { name }) => {
      await refresh();
      // Lists of records that refer to this one: the transition may have made or changed some.
      for (const { ref } of descriptor.fields.filter(({ type }) => type === 'related'))
        void client.invalidateQueries({ queryKey: ['list', ref] });
      const { creates } = descriptor.lifecycle?.transitions.find((each) => each.name === name) ?? {};
      if (creates) open(creates.resource, answer[creates.answer]);
    },
    onError: (failure, { isShownByDialog = false }) => {
      if (!isShownByDialog) toast.bad(problem(failure));
      // The cached record and its history may be outdated, so they are read again.
      for (const kind of ['record', 'history'])
        void client.invalidateQueries({ queryKey: [kind, descriptor.name, record.id] });
    },
  });
};
