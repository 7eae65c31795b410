import { formatDate, useLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { asText, type FieldKindView } from './kind';

export const dateField: FieldKindView = {
  Show: ({ value }) => <span className="r-number">{value ? formatDate(asText(value), useLanguage()) : ''}</span>,
  Edit: ({ value, onChange, control, disabled }) => (
    <DatePicker value={value ? asText(value) : null} onChange={onChange} control={control} disabled={disabled} />
  ),
  text: (value, _field, language) => (value ? formatDate(asText(value), language) : ''),
  filters: ['gte', 'lte', 'eq'],
};
