import type { TransitionDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, useLanguage } from '@coulisse/ui-kit';
import { type BulkAction, useResourceText } from '@coulisse/resource-client';
import { useTransitionInput } from '@coulisse/resource-fields';

interface BulkTransitionProps {
  transition: TransitionDescriptor;
  /** Number of records, and the same formatted. */
  count: number;
  shown: string;
  onConfirm: (action: BulkAction) => void;
  onClose: () => void;
}

/** Dialog of a transition of many records: its input is filled in once for all of them. */
export const BulkTransition = ({ transition, count, shown, onConfirm, onClose }: BulkTransitionProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { element, read } = useTransitionInput(transition.input);
  const label = transition.label[language];
  const confirm = async () => {
    const input = await read();
    if (!input) return;
    onConfirm({
      action: 'transition',
      transition: transition.name,
      ...(Object.keys(input).length > 0 ? { input } : {}),
    });
  };
  return (
    <Dialog
      title={text('transition.title', { action: label })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('list.leave')}</Button>
          <Button
            kind={transition.tone === 'bad' ? 'danger-main' : 'main'}
            data-testid="confirm"
            onClick={() => void confirm()}
          >
            {label}
          </Button>
        </>
      }
    >
      <p>{text('list.bulk.step', { count, shown })}</p>
      {element}
    </Dialog>
  );
};
