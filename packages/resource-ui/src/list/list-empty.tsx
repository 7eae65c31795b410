import { Archive, Inbox, Plus, SearchX } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, EmptyState, useLanguage } from '@coulisse/ui-kit';
import { isUnfiltered, type ListControl, useResourceText, USUAL } from '@coulisse/resource-client';

interface ListEmptyProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
}

/** Empty list: no results, no archived records, or no records at all; a sentence and the next action for each. */
export const ListEmpty = ({ descriptor, screens, list }: ListEmptyProps) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const language = useLanguage();
  const { query, filters, group, archived, page } = list.state;
  const create = mayCreate(descriptor, screens) && (
    <Button kind="main" icon={<Plus aria-hidden />} onClick={() => void navigate(screens.add)}>
      {descriptor.new[language]}
    </Button>
  );
  if (page > 1)
    return (
      <EmptyState
        title={text('list.beyond.title')}
        actions={<Button onClick={() => list.turn(1, null)}>{text('list.beyond.back')}</Button>}
      >
        {text('list.beyond.body')}
      </EmptyState>
    );
  if (archived === 'yes' && !query && filters.length === 0 && !group)
    return (
      <EmptyState
        icon={<Archive aria-hidden />}
        title={text('list.noArchive.title')}
        actions={
          <Button onClick={() => list.change({ archived: 'no' })}>{text('list.noArchive.back')}</Button>
        }
      >
        {text('list.noArchive.body')}
      </EmptyState>
    );
  if (!isUnfiltered(list.state))
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={query ? text('list.nothing.for', { words: query }) : text('list.nothing.title')}
        actions={
          <>
            <Button
              data-testid="clear-filters"
              onClick={() => list.change({ query: '', filters: [], group: null, archived: USUAL.archived })}
            >
              {text(query && filters.length === 0 && !group ? 'list.search.clear' : 'list.filter.clear')}
            </Button>
            {descriptor.features.archivable && archived === 'no' && (
              <Button kind="quiet" onClick={() => list.change({ archived: 'all' })}>
                {text('list.archived.also')}
              </Button>
            )}
          </>
        }
      >
        {text('list.nothing.body')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<Inbox aria-hidden />} title={text('list.empty.title')} actions={create}>
      {text('list.empty.body')}
    </EmptyState>
  );
};
