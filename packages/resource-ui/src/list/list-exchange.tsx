import { useState } from 'react';
import { Opening } from '@coulisse/ui-kit';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import type { ListControl } from '@coulisse/resource-client';
import { ExportDialog } from '../parts-on-demand';

/** The export dialog of the list. */
export const useExportWindow = (descriptor: ResourceDescriptor, list: ListControl) => {
  const [open, setOpen] = useState(false);
  return {
    /** Null when the user may not export. */
    open: descriptor.may.export ? () => setOpen(true) : null,
    part: open && (
      <Opening onClose={() => setOpen(false)}>
        <ExportDialog
          descriptor={descriptor}
          question={list.sorted}
          shown={list.columns.map(({ field }) => field.name)}
          selection={list.selection}
          onClose={() => setOpen(false)}
        />
      </Opening>
    ),
  };
};
