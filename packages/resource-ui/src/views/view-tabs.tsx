import { ChevronDown, Plus, Users } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { ConfirmDialog, Opening, useToast } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import {
  type ListControl,
  queryParams,
  questionOfView,
  type SavedView,
  useCountQuery,
  useProblemText,
  useResourceText,
  USUAL,
} from '@coulisse/resource-client';
import { ViewDialog, ViewIcon } from '../parts-on-demand';
import { MOST_STATES, StateTabs, useStateTabs } from './state-tabs';
import { TabCount } from './tab-count';
import { useOpenView, useViewActions } from './use-view-actions';

interface ViewTabsProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
}

type Open = { kind: 'new' } | { kind: 'rename' | 'remove'; view: SavedView } | null;
/** Maximum number of views whose records are counted: each count is a separate request. */
const COUNTED = 8;

/** Tabs of the saved views and of the states. */
export const ViewTabs = ({ descriptor, screens, list }: ViewTabsProps) => {
  const text = useResourceText();
  const [open, setOpen] = useState<Open>(null);
  const [menu, setMenu] = useState<{ view: SavedView; x: number; y: number } | null>(null);
  const states = useStateTabs(descriptor, screens, list);
  const openView = useOpenView(list);
  const actions = useViewActions(descriptor, screens, list, {
    rename: (view) => setOpen({ kind: 'rename', view }),
    duplicate: () => setOpen({ kind: 'new' }),
    remove: (view) => setOpen({ kind: 'remove', view }),
  });
  const { views, view: current } = list;
  const all = views.views;
  // The states are one tab with a menu when there are views, or too many states.
  const compact = all.length > 0 || (states?.field.enum?.length ?? 0) > MOST_STATES;
  const menuFor = (view: SavedView) => (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    setMenu({ view, x: box.left, y: box.bottom + 4 });
  };
  return (
    <nav className="r-tabs" aria-label={text('view.tabs')}>
      {(compact || !states) && (
        <Tab current={!current} onClick={() => openView(null)}>
          {text('list.all')}
          {all.length > 0 && <QuestionCount descriptor={descriptor} request={queryParams(USUAL)} />}
        </Tab>
      )}
      {states && <StateTabs states={states} list={list} compact={compact} />}
      {all.map((view, index) => (
        <span key={view.id} className="r-tab" onContextMenu={menuFor(view)}>
          <Tab current={current?.id === view.id} onClick={() => openView(view)}>
            <ViewIcon name={view.icon} />
            {view.name}
            {view.shared && !view.mine && (
              <Users className="r-tab-shared" role="img" aria-label={text('view.ofOthers')} />
            )}
            {current?.id === view.id && list.viewChanged ? (
              <span className="r-tab-changed" role="img" aria-label={text('view.changed')} />
            ) : (
              index < COUNTED && (
                <QuestionCount descriptor={descriptor} request={queryParams(questionOfView(view))} />
              )
            )}
          </Tab>
          {current?.id === view.id && (
            <button
              type="button"
              className="r-tab-menu"
              aria-haspopup="menu"
              aria-label={text('view.menu', { name: view.name })}
              data-testid="view-menu"
              onClick={menuFor(view)}
            >
              <ChevronDown className="c-icon" aria-hidden />
            </button>
          )}
        </span>
      ))}
      <button
        type="button"
        className="r-tab-new"
        data-testid="view-new"
        onClick={() => setOpen({ kind: 'new' })}
      >
        <Plus className="c-icon" aria-hidden />
        {text('view.add')}
      </button>
      {menu && (
        <ContextMenu
          at={menu}
          label={menu.view.name}
          sections={actions.sections(menu.view)}
          onClose={() => setMenu(null)}
        />
      )}
      {(open?.kind === 'new' || open?.kind === 'rename') && (
        <Opening onClose={() => setOpen(null)}>
          <ViewDialog
            descriptor={descriptor}
            list={list}
            view={open.kind === 'rename' ? open.view : undefined}
            onClose={() => setOpen(null)}
          />
        </Opening>
      )}
      {open?.kind === 'remove' && <ViewRemoval list={list} view={open.view} onClose={() => setOpen(null)} />}
    </nav>
  );
};

const Tab = ({
  current,
  onClick,
  children,
}: {
  current: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <button type="button" aria-current={current ? 'page' : undefined} onClick={onClick}>
    {children}
  </button>
);

/** The number of records of a tab, once it is loaded. */
const QuestionCount = ({ descriptor, request }: { descriptor: ResourceDescriptor; request: string }) => {
  const { data } = useCountQuery(descriptor, request, true);
  return data?.total === undefined || data.total === null ? null : (
    <TabCount count={data.total} exact={data.exact !== false} />
  );
};

const ViewRemoval = ({
  list,
  view,
  onClose,
}: {
  list: ListControl;
  view: SavedView;
  onClose: () => void;
}) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const openView = useOpenView(list);
  const { remove } = list.views;
  return (
    <ConfirmDialog
      danger
      title={text('view.delete.title', { name: view.name })}
      confirm={text('view.delete')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(view, {
          onSuccess: () => {
            onClose();
            if (list.view?.id === view.id) openView(null);
            toast.good(text('view.deleted', { name: view.name }));
          },
          onError: (failure) => {
            toast.bad(problem(failure));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {text(view.shared ? 'view.delete.shared' : 'view.delete.body')}
    </ConfirmDialog>
  );
};
