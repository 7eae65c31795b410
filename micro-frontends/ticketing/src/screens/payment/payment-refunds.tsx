import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Card, formatDate, formatMoney, localDay, toLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { moneyOf } from '../reservation/reservation-details';
import { CorrectionDialog } from './correction-dialog';

interface Refund {
  id: string;
  amountMinor: number;
  method: string;
  reference: string;
  note: string;
  refundedAt: string;
  recordedAt: string;
  recordedBy: string;
  undone: { at: string; by: string; reason: string } | null;
}

/** Refunds of this payment; the last one can be undone on the day it was recorded. */
export const PaymentRefunds = ({ record, descriptor, reload }: RecordPartProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const may = useMay();
  const [undoing, setUndoing] = useState(false);
  const refunds = useQuery({
    queryKey: ['refunds', record.id, record['version']],
    queryFn: () => api.get<{ items: Refund[] }>(`${descriptor.path}/${record.id}/refunds`),
  });
  if (refunds.isError) return <Failure failure={refunds.error} onRetry={() => void refunds.refetch()} />;
  const items = refunds.data?.items ?? [];
  if (items.length === 0) return null;
  const methods = descriptor.fields.find(({ name }) => name === 'refundMethod')?.enumLabels ?? {};
  const last = items.find(({ undone }) => !undone);
  const mayUndo =
    last && may('payments.payment.refund') && localDay(new Date(last.recordedAt)) === localDay(new Date());
  return (
    <Card>
      <section>
        <h2>
          {t('refund.list')}
          {mayUndo && (
            <span className="c-push">
              <Button size="small" data-testid="refund-undo" onClick={() => setUndoing(true)}>
                {t('refund.undo')}
              </Button>
            </span>
          )}
        </h2>
        <table className="t-table">
          <thead>
            <tr>
              <th scope="col">{t('refund.date')}</th>
              <th scope="col">{t('refund.method')}</th>
              <th scope="col">{t('refund.reference')}</th>
              <th scope="col" className="t-wide-only">
                {t('refund.by')}
              </th>
              <th scope="col" className="c-num">
                {t('refund.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((refund) => (
              <tr key={refund.id} data-undone={refund.undone ? true : undefined}>
                <td>{formatDate(refund.refundedAt, language, 'short')}</td>
                <td>{methods[refund.method]?.[language] ?? refund.method}</td>
                <td>
                  <span className="t-two">
                    {refund.reference}
                    {refund.note && <small className="c-faint">{refund.note}</small>}
                    {refund.undone && (
                      <small className="c-faint">
                        {t('refund.undone', { by: refund.undone.by, reason: refund.undone.reason })}
                      </small>
                    )}
                  </span>
                </td>
                <td className="t-wide-only">{refund.recordedBy}</td>
                <td className="c-num">
                  {refund.undone ? (
                    <s>{formatMoney(moneyOf(refund.amountMinor), language)}</s>
                  ) : (
                    formatMoney(moneyOf(refund.amountMinor), language)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {undoing && (
        <CorrectionDialog
          title={t('refund.undo.title')}
          body={t('refund.undo.body')}
          confirm={t('refund.undo')}
          path={`${descriptor.path}/${record.id}/refund/undo`}
          onClose={() => setUndoing(false)}
          onDone={() => {
            setUndoing(false);
            reload();
          }}
        />
      )}
    </Card>
  );
};
