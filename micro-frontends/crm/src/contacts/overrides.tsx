import type { CellProps, ResourceOverrides } from '@coulisse/mfe-kit';

/** A contact's name holds person and company; the list shows only the person, with the company on the second line. */
const PersonCell = ({ value }: CellProps) => <>{String(value ?? '').split(' · ')[0]}</>;

export const contact: ResourceOverrides = {
  list: {
    columns: ['name', 'type', 'function', 'email', 'telephone', 'mobile'],
    second: { name: ['society'] },
    tabs: null,
    cells: { name: PersonCell },
  },
  record: {
    sections: [{ fields: ['particular', 'society', 'type', 'function', 'email', 'telephone', 'mobile'] }],
  },
  form: {
    sections: [{ fields: ['society', 'particular', 'type', 'function', 'email', 'telephone', 'mobile'] }],
  },
};
