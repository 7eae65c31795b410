import { Download, X } from 'lucide-react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, type Language, useLanguage } from '@coulisse/ui-kit';
import { download, toCsv } from '../data/csv';
import { kindOf } from '../fields';
import { useResourceText } from '../locales';
import type { ListControl } from './use-list';

interface BulkBarProps {
  descriptor: ResourceDescriptor;
  columns: readonly FieldDescriptor[];
  list: ListControl;
}

/** What can be done with the selected rows. */
export const BulkBar = ({ descriptor, columns, list }: BulkBarProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const chosen = list.rows.filter((row) => list.selection.has(row.id));
  const save = () => {
    const fields = exported(descriptor, columns);
    const head = fields.map((field) => field.label[language]);
    const lines = chosen.map((row) => fields.map((field) => cellText(field, row[field.name], language)));
    download(`${descriptor.plural[language]}.csv`, toCsv([head, ...lines]));
  };
  return (
    <div className="r-bulk" role="toolbar" aria-label={text('list.selected', { count: chosen.length })}>
      <span aria-live="polite">{text('list.selected', { count: chosen.length })}</span>
      <Button icon={<Download aria-hidden />} onClick={save}>
        {text('list.export')}
      </Button>
      <Button
        square
        aria-label={text('list.unselect')}
        icon={<X aria-hidden />}
        onClick={() => list.setSelection(new Set())}
      />
    </div>
  );
};

/** The columns on the screen, then the others of the list (those of second lines). */
const exported = (descriptor: ResourceDescriptor, columns: readonly FieldDescriptor[]): FieldDescriptor[] => [
  ...columns,
  ...descriptor.fields.filter((field) => descriptor.list.includes(field.name) && !columns.includes(field)),
];

const cellText = (field: FieldDescriptor, value: unknown, language: Language): string =>
  kindOf(field)
    .text(value, field, language)
    .replace(/[\u00a0\u202f]/g, ' ');
