import { ArrowDownUp, ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, useLanguage } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import { type ListControl, useResourceText } from '@coulisse/resource-client';

interface PhoneBarProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

/** Toolbar at the bottom of a phone, with the actions of the table head. */
export const PhoneBar = ({ descriptor, screens, list, selecting, onSelecting }: PhoneBarProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const [sorting, setSorting] = useState(false);
  const { sort } = list.sorted;
  const sortable = list.columns.map(({ field }) => field).filter((field) => field.sortable);
  return (
    <div className="r-phone-bar" role="toolbar" aria-label={text('list.actions')}>
      {list.state.type === 'table' && (
        <>
          <Button
            kind="quiet"
            icon={<ArrowDownUp aria-hidden />}
            data-testid="phone-sort"
            onClick={() => setSorting(true)}
          >
            {text('list.sort.short')}
          </Button>
          <Button
            kind="quiet"
            icon={<ListChecks aria-hidden />}
            aria-pressed={selecting}
            data-testid="phone-select"
            onClick={() => onSelecting(!selecting)}
          >
            {text('list.select.short')}
          </Button>
        </>
      )}
      {mayCreate(descriptor, screens) && (
        <Button
          kind="main"
          className="c-push"
          icon={<Plus aria-hidden />}
          onClick={() => void navigate(screens.add)}
        >
          <span className="r-phone-new">{descriptor.new[language]}</span>
        </Button>
      )}
      {sorting && (
        <ContextMenu
          at={{ x: 8, y: window.innerHeight }}
          label={text('list.sort.short')}
          onClose={() => setSorting(false)}
          sections={[
            {
              key: 'fields',
              title: text('list.sort.short'),
              actions: sortable.map((field) => {
                const up = sort === field.name;
                const down = sort === `-${field.name}`;
                return {
                  key: field.name,
                  label: field.label[language],
                  ...(up || down ? { hint: text(up ? 'list.sort.up' : 'list.sort.down') } : {}),
                  checked: up || down,
                  onSelect: () => list.change({ sort: up ? `-${field.name}` : field.name }),
                };
              }),
            },
          ]}
        />
      )}
    </div>
  );
};
