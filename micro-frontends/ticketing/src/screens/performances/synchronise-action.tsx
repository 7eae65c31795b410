import { useTranslation } from 'react-i18next';
import type { RecordPartProps } from '@coulisse/mfe-kit';
import { Button, onDemand, Opening } from '@coulisse/ui-kit';
import { useOpened } from '../use-opened';

const SynchroniseDialog = onDemand(async () => (await import('./synchronise-dialog')).SynchroniseDialog);

/** Makes the seats of a performance follow the room plan again, after a look at the difference. */
export const SynchroniseAction = ({ record, descriptor, reload }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const [isOpen, setOpen] = useOpened('synchronisation');
  if (!descriptor.may.update) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="quiet" onPointerEnter={SynchroniseDialog.preload} onClick={() => setOpen(true)}>
        {t('synchronise.open')}
      </Button>
      {isOpen && (
        <Opening onClose={close}>
          <SynchroniseDialog id={record.id} onClose={close} onDone={reload} />
        </Opening>
      )}
    </>
  );
};
