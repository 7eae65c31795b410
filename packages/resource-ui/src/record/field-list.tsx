import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { isEmpty } from '@coulisse/resource-client';
import { EmptyValue, kindOf } from '@coulisse/resource-fields';

interface FieldListProps {
  fields: readonly FieldDescriptor[];
  record: ResourceRow;
}

/** Read-only values, one under the other. */
export const FieldList = ({ fields, record }: FieldListProps) => {
  const language = useLanguage();
  return (
    <dl className="r-fields">
      {fields.map((field) => {
        const { Show, wide } = kindOf(field);
        const value = record[field.name];
        return (
          <div key={field.name} data-wide={wide || undefined}>
            <dt>{field.label[language]}</dt>
            <dd>{isEmpty(value) ? <EmptyValue field={field} /> : <Show field={field} value={value} />}</dd>
          </div>
        );
      })}
    </dl>
  );
};
