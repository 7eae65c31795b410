import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { CorrectionDialog } from './correction-dialog';
import { RefundDialog } from './refund-dialog';
import { useLaterVersion } from './use-later-version';

/** Actions on a payment to refund: record the refund, or clear the mark. */
export const PaymentActions = (props: RecordPartProps) => {
  const { record, descriptor, reload } = props;
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const [open, setOpen] = useState<'refund' | 'clear' | null>(null);
  const mayRefund = may('payments.payment.refund');
  useLaterVersion(props, mayRefund && record['refundState'] === 'NONE');
  if (record['refundState'] !== 'TO_REFUND' || !mayRefund) return null;
  const close = () => setOpen(null);
  const done = () => {
    close();
    reload();
  };
  return (
    <>
      <Button data-testid="refund-clear" onClick={() => setOpen('clear')}>
        {t('refund.clear')}
      </Button>
      <Button
        kind="main"
        icon={<Undo2 aria-hidden />}
        data-testid="refund-record"
        onClick={() => setOpen('refund')}
      >
        {t('refund.record')}
      </Button>
      {open === 'refund' && (
        <RefundDialog record={record} descriptor={descriptor} onClose={close} onDone={done} />
      )}
      {open === 'clear' && (
        <CorrectionDialog
          title={t('refund.clear.title')}
          body={t('refund.clear.body')}
          confirm={t('refund.clear')}
          path={`${descriptor.path}/${record.id}/refund/clear`}
          onClose={close}
          onDone={done}
        />
      )}
    </>
  );
};
