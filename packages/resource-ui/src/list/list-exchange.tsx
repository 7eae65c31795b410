import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { ExportDialog } from '../exchange/export/export-dialog';
import type { ListControl } from './use-list';

/** The window that exports the list, while it is open. */
export const useExportWindow = (descriptor: ResourceDescriptor, list: ListControl) => {
  const [open, setOpen] = useState(false);
  return {
    /** Null where this person may not export. */
    open: descriptor.may.export ? () => setOpen(true) : null,
    part: open && (
      <ExportDialog
        descriptor={descriptor}
        question={list.sorted}
        shown={list.columns.map(({ field }) => field.name)}
        selection={list.selection}
        onClose={() => setOpen(false)}
      />
    ),
  };
};
