import { Copy, Link2, PencilLine, RefreshCw, Share2, Star, Trash2 } from 'lucide-react';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import type { MenuAction, MenuSection } from '@coulisse/ui-kit/complex';
import {
  linkOfView,
  type ListControl,
  mayChange,
  queryOfView,
  questionOfView,
  type SavedView,
  useProblemText,
  useResourceText,
  USUAL,
} from '@coulisse/resource-client';
import { useCopyLink } from '../list/use-copy-link';

export interface ViewDialogs {
  rename: (view: SavedView) => void;
  duplicate: () => void;
  remove: (view: SavedView) => void;
}

/** Opens the list with a view, or without any. */
export const useOpenView = (list: ListControl) => (view: SavedView | null) =>
  list.go({
    ...USUAL,
    ...(view ? questionOfView(view) : {}),
    view: view?.id ?? null,
    page: 1,
    after: null,
    size: list.state.size,
    panel: null,
  });

/** Menu items of a view. */
export const useViewActions = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  list: ListControl,
  dialogs: ViewDialogs,
) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const copy = useCopyLink();
  const { change, setDefault } = list.views;
  const failed = { onError: (failure: unknown) => toast.bad(problem(failure)) };
  const update = (view: SavedView) =>
    change.mutate(
      { id: view.id, query: queryOfView(list.state) },
      { ...failed, onSuccess: () => toast.good(text('view.updated', { name: view.name })) },
    );

  const sections = (view: SavedView): MenuSection[] => {
    const current = list.view?.id === view.id;
    const mine = mayChange(descriptor, view);
    const own: (MenuAction | false)[] = [
      mine &&
        current &&
        list.viewChanged && {
          key: 'update',
          label: text('view.update'),
          icon: <RefreshCw className="c-icon" aria-hidden />,
          onSelect: () => update(view),
        },
      mine && {
        key: 'rename',
        label: text('view.rename'),
        icon: <PencilLine className="c-icon" aria-hidden />,
        testId: 'view-rename',
        onSelect: () => dialogs.rename(view),
      },
      mine &&
        descriptor.may.update && {
          key: 'share',
          label: text(view.shared ? 'view.unshare' : 'view.share'),
          icon: <Share2 className="c-icon" aria-hidden />,
          testId: 'view-share',
          onSelect: () =>
            change.mutate(
              { id: view.id, shared: !view.shared },
              {
                ...failed,
                onSuccess: () =>
                  toast.good(text(view.shared ? 'view.unshared' : 'view.nowShared', { name: view.name })),
              },
            ),
        },
      {
        key: 'default',
        label: text(view.isDefault ? 'view.default.unset' : 'view.default.set'),
        icon: <Star className="c-icon" aria-hidden />,
        testId: 'view-default',
        onSelect: () => setDefault.mutate(view.isDefault ? null : view.id, failed),
      },
      current && {
        key: 'duplicate',
        label: text('view.saveAs'),
        icon: <Copy className="c-icon" aria-hidden />,
        onSelect: dialogs.duplicate,
      },
      {
        key: 'link',
        label: text('view.copyLink'),
        icon: <Link2 className="c-icon" aria-hidden />,
        onSelect: () => void copy(`${screens.list}?${linkOfView(view)}`),
      },
    ];
    const away: MenuAction[] = mine
      ? [
          {
            key: 'delete',
            label: text('view.delete'),
            icon: <Trash2 className="c-icon" aria-hidden />,
            danger: true,
            testId: 'view-delete',
            onSelect: () => dialogs.remove(view),
          },
        ]
      : [];
    return [
      { key: 'own', actions: own.filter((action): action is MenuAction => action !== false) },
      { key: 'away', actions: away },
    ];
  };
  return { sections, update };
};
