import { BookmarkPlus, RefreshCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Opening, useToast } from '@coulisse/ui-kit';
import {
  isSameQuery,
  type ListControl,
  mayChange,
  queryOfView,
  useProblemText,
  useResourceText,
  USUAL,
} from '@coulisse/resource-client';
import { ViewDialog } from '../parts-on-demand';
import { useOpenView } from './use-view-actions';

/** Buttons shown when the list differs from its view, or from the list without a view. */
export const ViewChanges = ({ descriptor, list }: { descriptor: ResourceDescriptor; list: ListControl }) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const openView = useOpenView(list);
  const [naming, setNaming] = useState(false);
  const { view } = list;
  const { change } = list.views;
  const changed = view ? list.viewChanged : !isSameQuery(list.state, USUAL);
  if (!changed) return null;
  const update = (id: string, name: string) =>
    change.mutate(
      { id, query: queryOfView(list.state) },
      {
        onSuccess: () => {
          focusTab();
          toast.good(text('view.updated', { name }));
        },
        onError: (failure) => toast.bad(problem(failure)),
      },
    );
  return (
    <span className="r-view-changes">
      {view && mayChange(descriptor, view) && (
        <Button
          kind="quiet"
          size="small"
          icon={<RefreshCw aria-hidden />}
          busy={change.isPending}
          data-testid="view-update"
          onClick={() => update(view.id, view.name)}
        >
          {text('view.update')}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<BookmarkPlus aria-hidden />}
        data-testid="view-save-as"
        onClick={() => setNaming(true)}
      >
        {text('view.saveAs')}
      </Button>
      {view && (
        <Button
          kind="quiet"
          size="small"
          square
          icon={<Undo2 aria-hidden />}
          aria-label={text('view.reset')}
          title={text('view.reset')}
          data-testid="view-reset"
          onClick={() => {
            focusTab();
            openView(view);
          }}
        />
      )}
      {naming && (
        <Opening onClose={() => setNaming(false)}>
          <ViewDialog descriptor={descriptor} list={list} onClose={() => setNaming(false)} />
        </Opening>
      )}
    </span>
  );
};

/** The buttons disappear after use, so the focus moves to the tab of the view. */
const focusTab = () => document.querySelector<HTMLElement>('.r-tabs [aria-current]')?.focus();
