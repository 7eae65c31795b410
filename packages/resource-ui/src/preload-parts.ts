import { loadEdits } from '@coulisse/resource-fields';
import { CellEditor, Deletion, SidePanel } from './parts-on-demand';

/** For tests: loads the parts that open over a list or a record, so that they are there at once. */
export const preloadParts = async (): Promise<void> => {
  for (const part of [CellEditor, Deletion, SidePanel]) part.preload();
  await Promise.all([
    loadEdits(),
    import('./list/cell-editor'),
    import('./list/side-panel'),
    import('./record/deletion'),
    import('@coulisse/resource-fields').then(({ TransitionDialog }) => TransitionDialog),
  ]);
};
