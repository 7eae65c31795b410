import { Check } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { FieldKindView, ShowProps } from './kind';
import { useFieldLabel } from './labels';

const Show = ({ value, compact }: ShowProps) => {
  const text = useResourceText();
  if (compact && value !== true) return <span className="c-faint">—</span>;
  return <>{text(value === true ? 'yes' : 'no')}</>;
};

export const boolField: FieldKindView = {
  Show,
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Check
      {...control}
      label={useFieldLabel(field)}
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  ),
  text: (value, _field, language) =>
    (value === true ? { fr: 'Oui', en: 'Yes' } : { fr: 'Non', en: 'No' })[language],
  ownLabel: true,
  filters: ['eq'],
};
