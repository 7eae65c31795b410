import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button, onDemand, Opening } from '@coulisse/ui-kit';

const ChangePerformanceDialog = onDemand(
  async () => (await import('./change-performance-dialog')).ChangePerformanceDialog,
);

/** Postpones or cancels a performance. */
export const ChangePerformanceAction = (props: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!props.descriptor.may.update || !may('ticketing.reservation.cancel')) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        kind="quiet"
        onPointerEnter={ChangePerformanceDialog.preload}
        onClick={() => setOpen(true)}
        data-testid="change-performance"
      >
        {t(props.record['isCancelled'] === true ? 'performance-change.open-left' : 'performance-change.open')}
      </Button>
      {isOpen && (
        <Opening onClose={close}>
          <ChangePerformanceDialog {...props} onClose={close} />
        </Opening>
      )}
    </>
  );
};
