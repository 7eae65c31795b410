import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { formatDate, type Language, locale } from '@coulisse/ui-kit';
import { type Comparison, dayOf, wholePeriod } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

type Text = (key: string, values?: Record<string, unknown>) => string;

const NAMED = 2;

const isDay = (field: FieldDescriptor) => field.type === 'date' || field.type === 'datetime';

/** 'octobre 2026', '01/10/2026 – 12/10/2026'. */
const rangeText = (from: string, to: string, language: Language): string => {
  const range = { from: dayOf(from), to: dayOf(to) };
  const period = wholePeriod(range);
  if (period === 'year') return range.from.slice(0, 4);
  if (period === 'month')
    return new Intl.DateTimeFormat(locale(language), {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(range.from));
  return `${formatDate(range.from, language)} – ${formatDate(range.to, language)}`;
};

/** Text of a comparison, without the name of its field. `names`: labels of the referenced records. */
export const comparisonText = (
  field: FieldDescriptor,
  { op, filters }: Comparison,
  names: ReadonlyMap<string, string>,
  language: Language,
  text: Text,
): string => {
  const [first, second] = filters;
  if (!first) return '';
  if (op === 'empty') return text(first.value === 'false' ? 'op.empty.false' : 'op.empty.true');
  if (op === 'within') return text(`range.${first.value}`);
  const write = (value: string): string => {
    if (isDay(field)) return formatDate(dayOf(value), language);
    if (field.ref) return names.get(value) ?? value;
    return kindOf(field).text(field.type === 'bool' ? value === 'true' : value, field, language);
  };
  if (op === 'between' && second)
    return isDay(field)
      ? rangeText(first.value, second.value, language)
      : `${write(first.value)} – ${write(second.value)}`;
  const values = op === 'in' ? first.value.split(',') : [first.value];
  const shown = values.slice(0, NAMED).map(write).join(', ');
  const written = values.length > NAMED ? `${shown} +${values.length - NAMED}` : shown;
  if (op === 'eq' || op === 'in') return written;
  return `${text(`op.${op}`)} ${written}`;
};
