import { Plus, SearchX } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, EmptyState, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';
import type { ListControl } from './use-list';

interface ListEmptyProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
}

/** Nothing was found, or nothing was ever there: two sentences, two next actions. */
export const ListEmpty = ({ descriptor, screens, list }: ListEmptyProps) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const language = useLanguage();
  const { query, filters, page } = list.state;
  if (query || filters.length > 0 || page > 1)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={text('list.nothing.title')}
        actions={
          <Button onClick={() => list.change({ query: '', filters: [] })}>{text('list.filter.clear')}</Button>
        }
      >
        {text('list.nothing.body')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={text('list.empty.title')}
      actions={
        mayCreate(descriptor, screens) && (
          <Button kind="main" icon={<Plus aria-hidden />} onClick={() => void navigate(screens.add)}>
            {descriptor.new[language]}
          </Button>
        )
      }
    >
      {text('list.empty.body')}
    </EmptyState>
  );
};
