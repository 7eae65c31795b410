import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { voucherPath } from '../../api-paths';
import { BuyerAction } from '../reservation/buyer-action';
import { CollectButton } from '../reservation/collect-action';
import { PaymentLinkAction } from '../reservation/payment-link-action';
import { usePrintDocument } from '../use-print-document';
import type { VoucherMoney } from './voucher-types';

/** What staff do with a gift voucher besides its transitions: correct its buyer, take what is due, mail the link to pay it, print it. */
export const VoucherActions = (props: RecordPartProps) => {
  const { record, reload } = props;
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const print = usePrintDocument();
  const money = useQuery({
    queryKey: ['voucher-money', record.id, record.version],
    queryFn: () => api.get<VoucherMoney>(voucherPath(record.id, 'informations')),
  });
  if (!money.data) return null;
  const { dueMinor, documentId } = money.data;
  const maySell = may('ticketing.gift-voucher.create');
  return (
    <>
      <BuyerAction {...props} right="ticketing.gift-voucher.create" customer="customer" />
      {documentId && (
        <Button
          icon={<Printer className="c-icon" aria-hidden />}
          data-testid="print-voucher"
          onClick={() => void print(documentId)}
        >
          {t('voucher.print')}
        </Button>
      )}
      {maySell && record['state'] === 'DRAFT' && dueMinor > 0 && (
        <PaymentLinkAction
          path={voucherPath(record.id, 'send-payment-link')}
          email={String(record['customerEmail'] ?? '')}
          dueMinor={dueMinor}
        />
      )}
      {maySell && may('payments.payment.collect') && dueMinor > 0 && (
        <CollectButton path={voucherPath(record.id, 'collect')} dueMinor={dueMinor} onDone={reload} />
      )}
    </>
  );
};
