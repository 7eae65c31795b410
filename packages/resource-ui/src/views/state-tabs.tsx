import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { formatNumber, useLanguage } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import {
  fieldNamed,
  type Filter,
  type GroupAnswer,
  type ListControl,
  queryParams,
  useGroupsQuery,
  useResourceText,
} from '@coulisse/resource-client';
import { TabCount } from './tab-count';

export const MOST_STATES = 6;

export interface StateChoice {
  field: FieldDescriptor;
  /** Null: no filter on this field, or one without a tab. */
  current: string | null;
  groups: readonly GroupAnswer[] | undefined;
  choose: (value: string | null) => void;
}

const eq = (field: FieldDescriptor) => (filter: Filter) => filter.field === field.name && filter.op === 'eq';

/** The values of the state, or of the enumeration chosen by a module, with the number of records of each. */
export const useStateTabs = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  list: ListControl,
): StateChoice | null => {
  const tabsField = screens.overrides.list?.tabs;
  const field = tabsField === null ? null : fieldNamed(descriptor, tabsField ?? 'state');
  const usable = field !== null && (field.enum?.length ?? 0) > 1;
  const others = list.state.filters.filter((filter) => filter.field !== field?.name);
  const question = queryParams({ ...list.state, filters: others, sort: null });
  const groups = useGroupsQuery(
    descriptor,
    field?.name ?? null,
    question,
    usable && field.filterable === true && list.views.settled,
  );
  if (!usable) return null;
  return {
    field,
    current: list.state.filters.find(eq(field))?.value ?? null,
    groups: groups.data,
    choose: (value) =>
      list.change({
        filters: value ? [...others, { field: field.name, op: 'eq', value }] : others,
      }),
  };
};

interface StateTabsProps {
  states: StateChoice;
  list: ListControl;
  /** Shows one tab with a menu, to save room. */
  compact: boolean;
}

export const StateTabs = ({ states, list, compact }: StateTabsProps) => {
  const { field, current, groups, choose } = states;
  const text = useResourceText();
  const language = useLanguage();
  const [showsEmpty, setShowsEmpty] = useState(false);
  const values = field.enum ?? [];
  const name = (value: string) => field.enumLabels?.[value]?.[language] ?? value;
  if (compact) return <StateMenu states={states} name={name} />;
  const count = (value: string | null) =>
    value === null
      ? groups?.reduce((sum, group) => sum + group.total, 0)
      : (groups?.find((group) => group.value === value)?.total ?? (groups ? 0 : undefined));
  // States without records come when they are asked for.
  const empty = showsEmpty ? [] : values.filter((value) => value !== current && count(value) === 0);
  const tabs = [null, ...values.filter((value) => !empty.includes(value))].map((value) => {
    const found = count(value);
    const isCurrent =
      value === current && (value !== null || !list.state.filters.some(({ field: of }) => of === field.name));
    return (
      <button
        key={value ?? ''}
        type="button"
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => choose(value)}
      >
        {value ? name(value) : text('list.all')}
        {found !== undefined && <TabCount count={found} exact />}
      </button>
    );
  });
  return (
    <>
      {tabs}
      {empty.length > 0 && (
        <button type="button" className="r-tab-new" onClick={() => setShowsEmpty(true)}>
          {text('list.emptyStates', { count: empty.length })}
        </button>
      )}
    </>
  );
};

const StateMenu = ({ states, name }: { states: StateChoice; name: (value: string) => string }) => {
  const { field, current, groups, choose } = states;
  const text = useResourceText();
  const language = useLanguage();
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        data-chosen={current !== null || undefined}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt({ x: box.left, y: box.bottom + 4 });
        }}
      >
        {field.label[language]}
        {current && <b>{name(current)}</b>}
        <ChevronDown className="c-icon" aria-hidden />
      </button>
      {at && (
        <ContextMenu
          at={at}
          label={field.label[language]}
          onClose={() => setAt(null)}
          sections={[
            {
              key: 'states',
              actions: [null, ...(field.enum ?? [])].map((value) => {
                const total = groups?.find((group) => group.value === value)?.total;
                return {
                  key: value ?? '',
                  label: value ? name(value) : text('list.all'),
                  ...(total === undefined || value === null ? {} : { hint: formatNumber(total, language) }),
                  checked: value === current,
                  onSelect: () => choose(value),
                };
              }),
            },
          ]}
        />
      )}
    </>
  );
};
