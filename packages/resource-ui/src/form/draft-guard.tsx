import { type DraftControl, useDraftDirty } from '@coulisse/resource-client/form';
import { UnsavedGuard } from './unsaved-guard';

/** The guard of a form that stores its draft. */
export const DraftGuard = ({ draft, saved }: { draft: DraftControl; saved: boolean }) => (
  <UnsavedGuard hasDraft dirty={useDraftDirty(draft) && !saved} />
);
