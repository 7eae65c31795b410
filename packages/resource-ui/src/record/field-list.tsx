import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { isEmpty } from '../data/values';
import { kindOf } from '../fields';
import { useResourceText } from '../locales';

interface FieldListProps {
  fields: readonly FieldDescriptor[];
  record: ResourceRow;
}

/** Values to read, one under the other. */
export const FieldList = ({ fields, record }: FieldListProps) => {
  const text = useResourceText();
  const language = useLanguage();
  return (
    <dl className="r-fields">
      {fields.map((field) => {
        const { Show, wide } = kindOf(field);
        const value = record[field.name];
        return (
          <div key={field.name} data-wide={wide || undefined}>
            <dt>{field.label[language]}</dt>
            <dd>
              {isEmpty(value) ? (
                <span className="c-faint">{text('record.empty')}</span>
              ) : (
                <Show field={field} value={value} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};
