import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { isEmpty, useResourceText } from '@coulisse/resource-client';
import { kindOf } from './kinds';

interface EmptyValueProps {
  field: FieldDescriptor;
  compact?: boolean;
}

/** Shown for an empty field: nothing, or its fallback value. */
export const EmptyValue = ({ field, compact }: EmptyValueProps) => {
  const text = useResourceText();
  if (isEmpty(field.fallback)) return <span className="c-faint">{text('record.empty')}</span>;
  const { Show } = kindOf(field);
  return (
    <span className="c-faint">
      <Show field={field} value={field.fallback} compact={compact} /> ({text('record.fallback')})
    </span>
  );
};
