import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Plus, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import { Button, formatMoney, toLanguage } from '@coulisse/ui-kit';
import { voucherPath } from '../../../api-paths';
import { voucherPage } from '../../../screen-paths';
import { usePrintDocument } from '../../use-print-document';
import type { VoucherMoney } from '../voucher-types';

export interface VoucherSaleAnswer {
  giftVoucher: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}

/** The result of a sale: the voucher to print as soon as it is ready, and the next sale. */
export const SoldVoucher = ({ sale, onNew }: { sale: VoucherSaleAnswer; onNew: () => void }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const print = usePrintDocument();
  const next = useRef<HTMLButtonElement>(null);
  const { id, code, state } = sale.giftVoucher;
  const isSold = state === 'VALIDATED';
  const money = useQuery({
    queryKey: ['sold-voucher', id],
    queryFn: () => api.get<VoucherMoney>(voucherPath(id, 'informations')),
    enabled: isSold,
    refetchInterval: ({ state: { data } }) => (data?.documentId ? false : 1_000),
  });
  useEffect(() => next.current?.focus(), []);
  const documentId = money.data?.documentId;
  return (
    <section className="t-desk-done" role="status" data-testid="voucher-done">
      <CircleCheck aria-hidden />
      <h2>{t(isSold ? 'desk.done' : 'voucher-sale.done.later')}</h2>
      <p>
        <Link to={voucherPage(id)}>{code}</Link> · {formatMoney(sale.totalMinor, language)}
      </p>
      <div className="c-actions">
        {isSold && (
          <Button
            icon={<Printer className="c-icon" aria-hidden />}
            disabledBecause={documentId ? undefined : t('voucher-sale.wait')}
            onClick={() => documentId && void print(documentId)}
          >
            {t('voucher.print')}
          </Button>
        )}
        <Button
          ref={next}
          kind="main"
          icon={<Plus className="c-icon" aria-hidden />}
          data-testid="voucher-next"
          onClick={onNew}
        >
          {t('desk.next')}
        </Button>
      </div>
    </section>
  );
};
