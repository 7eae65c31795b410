import { Link } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceRow,
  useApi,
  useResourceScreens,
  useResources,
} from '@coulisse/mfe-kit';
import { useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { type Choice, Picker } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';

export const asChoice = (value: unknown): Choice | null => {
  if (typeof value === 'string' && value) return { id: value, label: value };
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const label = 'label' in value ? asText(value.label) : '';
  return { id: asText(value.id), label: label || asText(value.id) };
};

/** The label of a reference as the module of its resource writes it. */
const useReadLabel = (field: FieldDescriptor): ((label: string) => string) => {
  const target = useResources().find((resource) => resource.name === field.ref) ?? null;
  const read = useResourceScreens(target)?.overrides.reference;
  const language = useLanguage();
  return (label) => read?.(label, language) ?? label;
};

/** Searches the records that a field may reference. */
export const useRefSearch = (field: FieldDescriptor): ((typed: string) => Promise<Choice[]>) => {
  const api = useApi();
  const target = useResources().find((resource) => resource.name === field.ref);
  const read = useReadLabel(field);
  return async (typed) => {
    if (!target) return [];
    const query = new URLSearchParams({
      size: '20',
      sort: target.labelField,
      ...(typed ? { q: typed } : {}),
      ...Object.fromEntries(
        Object.entries(field.only ?? {}).map(([name, values]) => [`f.${name}.in`, values.join(',')]),
      ),
    });
    const { items } = await api.get<{ items: ResourceRow[] }>(`${target.path}?${query}`);
    return items.map((item) => ({ id: item.id, label: read(asText(item[target.labelField])) || item.id }));
  };
};

/** A link to the record, when a loaded module shows it. */
export const RefLink = ({
  field,
  choice,
  compact,
}: {
  field: FieldDescriptor;
  choice: Choice;
  compact?: boolean;
}) => {
  const target = useResources().find((resource) => resource.name === field.ref) ?? null;
  const screens = useResourceScreens(target);
  const label = useReadLabel(field)(choice.label);
  if (!screens || compact) return <>{wholeCodes(label)}</>;
  return <Link to={screens.record(choice.id)}>{wholeCodes(label)}</Link>;
};

const Show = ({ field, value, compact }: ShowProps) => {
  const choice = asChoice(value);
  return choice && <RefLink field={field} choice={choice} compact={compact} />;
};

const Edit = ({ field, value, onChange, control, disabled }: EditProps) => {
  const choice = asChoice(value);
  const read = useReadLabel(field);
  return (
    <Picker
      value={choice && { ...choice, label: read(choice.label) }}
      onChange={onChange}
      search={useRefSearch(field)}
      control={control}
      disabled={disabled}
      placeholder={useResourceText()('ref.search')}
    />
  );
};

export const refField: FieldKindView = {
  Show,
  Edit,
  text: (value) => asChoice(value)?.label ?? '',
  filters: ['eq', 'empty'],
};
