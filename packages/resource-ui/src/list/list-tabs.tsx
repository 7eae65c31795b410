import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { fieldNamed, type ListControl, useResourceText } from '@coulisse/resource-client';

const MOST = 6;

/** The values of the state (or of the chosen enumeration) as tabs. */
export const ListTabs = ({
  descriptor,
  screens,
  list,
}: {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
}) => {
  const language = useLanguage();
  const text = useResourceText();
  const tabsField = screens.overrides.list?.tabs;
  const field = tabsField === null ? null : fieldNamed(descriptor, tabsField ?? 'state');
  const values = field?.enum ?? [];
  if (!field || values.length < 2 || values.length > MOST) return null;
  const current =
    list.state.filters.find((filter) => filter.field === field.name && filter.op === 'eq')?.value ?? null;
  const choose = (value: string | null) => {
    const others = list.state.filters.filter((filter) => filter.field !== field.name);
    list.change({ filters: value ? [...others, { field: field.name, op: 'eq', value }] : others });
  };
  return (
    <nav className="r-tabs" aria-label={field.label[language]}>
      {[null, ...values].map((value) => (
        <button
          key={value ?? ''}
          type="button"
          aria-current={value === current ? 'page' : undefined}
          onClick={() => choose(value)}
        >
          {value ? (field.enumLabels?.[value]?.[language] ?? value) : text('list.all')}
        </button>
      ))}
    </nav>
  );
};
