import { Kanban, Table2 } from 'lucide-react';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Select, useLanguage } from '@coulisse/ui-kit';
import {
  boardField,
  boardFields,
  type ListControl,
  type ListType,
  useResourceText,
} from '@coulisse/resource-client';

const ICONS = { table: Table2, kanban: Kanban };

interface TypeSwitchProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
}

/** Switches between table and board, and chooses the field of the board's columns. */
export const TypeSwitch = ({ descriptor, screens, list }: TypeSwitchProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const offered = screens.overrides.list?.board;
  const fields = boardFields(descriptor, offered);
  const { type } = list.state;
  const current = boardField(descriptor, list.state.by, offered);
  if (fields.length === 0) return null;
  const choice = (value: ListType) => {
    const Icon = ICONS[value];
    return (
      <button
        key={value}
        type="button"
        aria-pressed={type === value}
        aria-label={text(`list.type.${value}`)}
        title={text(`list.type.${value}`)}
        data-testid={`type-${value}`}
        onClick={() => list.change({ type: value })}
      >
        <Icon className="c-icon" aria-hidden />
      </button>
    );
  };
  return (
    <>
      {type === 'kanban' && fields.length > 1 && current && (
        <Select
          className="r-board-by"
          aria-label={text('kanban.by')}
          title={text('kanban.by')}
          options={fields.map((field) => ({ value: field.name, label: field.label[language] }))}
          value={current.name}
          data-testid="board-by"
          onChange={(event) => list.change({ by: event.target.value })}
        />
      )}
      <span className="r-type" role="group" aria-label={text('list.type')}>
        {(['table', 'kanban'] as const).map(choice)}
      </span>
    </>
  );
};
