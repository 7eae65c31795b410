import { BookmarkPlus, RefreshCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { USUAL } from '../data/list-state';
import { queryOfView, sameQuestion } from '../data/saved-view';
import type { ListControl } from '../list/use-list';
import { useResourceText } from '../locales';
import { useProblemText } from '../problem-text';
import { useOpenView } from './use-view-actions';
import { mayChange } from './use-views';
import { ViewDialog } from './view-dialog';

/** Offered once a list is not any more what its view, or the plain list, shows. */
export const ViewChanges = ({ descriptor, list }: { descriptor: ResourceDescriptor; list: ListControl }) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const openView = useOpenView(list);
  const [naming, setNaming] = useState(false);
  const { view } = list;
  const { change } = list.views;
  const changed = view ? list.viewChanged : !sameQuestion(list.state, USUAL);
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
      {naming && <ViewDialog descriptor={descriptor} list={list} onClose={() => setNaming(false)} />}
    </span>
  );
};

/** These buttons go once they have done their work: the focus goes to the tab of the view. */
const focusTab = () => document.querySelector<HTMLElement>('.r-tabs [aria-current]')?.focus();
