import { formatDate, useLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { asText, type FieldKindView, type ShowProps } from './kind';

const Show = ({ value }: ShowProps) => {
  const language = useLanguage();
  return <span className="r-number">{value ? formatDate(asText(value), language) : ''}</span>;
};

export const dateField: FieldKindView = {
  Show,
  Edit: ({ value, onChange, control, disabled }) => (
    <DatePicker
      value={value ? asText(value) : null}
      onChange={onChange}
      control={control}
      disabled={disabled}
    />
  ),
  text: (value, _field, language) => (value ? formatDate(asText(value), language) : ''),
  filters: ['gte', 'lte', 'eq'],
};
