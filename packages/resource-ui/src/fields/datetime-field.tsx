import { formatDate, useLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { asText, type FieldKindView } from './kind';

export const datetimeField: FieldKindView = {
  Show: ({ value }) => (
    <span className="r-number">{value ? formatDate(asText(value), useLanguage(), 'numeric-time') : ''}</span>
  ),
  Edit: ({ value, onChange, control, disabled }) => (
    <DatePicker withTime value={value ? asText(value) : null} onChange={onChange} control={control} disabled={disabled} />
  ),
  text: (value, _field, language) => (value ? formatDate(asText(value), language, 'numeric-time') : ''),
  filters: ['gte', 'lte'],
};
