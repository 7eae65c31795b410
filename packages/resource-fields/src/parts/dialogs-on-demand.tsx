import { onDemand, Opening } from '@coulisse/ui-kit';
import type { TransitionDialogProps } from './transition-dialog';

const Later = onDemand(async () => (await import('./transition-dialog')).TransitionDialog);

/** Dialog of a transition, loaded with the first one that asks something. */
export const TransitionDialog = (props: TransitionDialogProps) => (
  <Opening onClose={props.onClose}>
    <Later {...props} />
  </Opening>
);
