import { loadEdits } from '@coulisse/resource-fields';
import { CellEditor, Deletion, ResourceForm, SidePanel } from './parts-on-demand';

/** For tests: loads the form and the parts that open over a list or a record, so that they are there at once. */
export const preloadParts = async (): Promise<void> => {
  for (const part of [CellEditor, Deletion, ResourceForm, SidePanel]) part.preload();
  await Promise.all([
    loadEdits(),
    import('./list/cell-editor'),
    import('./list/side-panel'),
    import('./record/deletion'),
    import('./form/resource-form'),
  ]);
};
