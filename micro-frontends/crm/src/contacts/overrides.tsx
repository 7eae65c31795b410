import type { CellProps, ResourceOverrides } from '@coulisse/mfe-kit';

/** A contact goes by both names; in its own list, the company stands on the line below. */
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
