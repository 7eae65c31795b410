import type { FieldDescriptor, ResourceDescriptor, ResourceRow, ResourceScreens } from '@coulisse/mfe-kit';
import { isEmpty } from '@coulisse/resource-client';
import { kindOf } from '../kinds';
import { EmptyValue } from '../empty-value';
import { RecordState } from './state-chip';

interface CellValueProps {
  field: FieldDescriptor;
  row: ResourceRow;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

/** The content of a cell, rendered by the module or by the field kind. */
export const CellValue = ({ field, row, descriptor, screens }: CellValueProps) => {
  const kind = kindOf(field);
  const value = row[field.name];
  const Override = screens.overrides.list?.cells?.[field.name];
  if (Override) return <Override row={row} value={value} descriptor={descriptor} field={field} />;
  if (field.name === 'state') return <RecordState descriptor={descriptor} state={value} />;
  if (isEmpty(value)) return <EmptyValue field={field} compact />;
  return <kind.Show field={field} value={value} compact />;
};
