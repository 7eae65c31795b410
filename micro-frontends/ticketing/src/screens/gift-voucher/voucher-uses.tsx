import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, SkeletonLines, toLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { voucherUsesPath } from '../../api-paths';
import { ResendVoucher } from './resend-voucher';
import { moneyOf } from '../reservation/reservation-details';

interface Entry {
  number: number;
  kind: 'ISSUE' | 'USE' | 'GIVE_BACK' | 'VOID';
  amountMinor: number;
  balanceMinor: number;
  reservation: { id: string; code: string } | null;
  at: string;
}

/** What the voucher was worth, and every use of it, newest first. */
export const VoucherUses = (props: RecordPartProps) => {
  const { record } = props;
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const may = useMay();
  const uses = useQuery({
    queryKey: ['voucher-uses', record.id, record.version],
    queryFn: () => api.get<{ items: Entry[] }>(voucherUsesPath(record.id)),
  });
  const money = (minor: number) => formatMoney(moneyOf(minor), language);
  return (
    <Card>
      <section>
        <h2>{t('voucher.uses')}</h2>
        {uses.isError && <Failure failure={uses.error} onRetry={() => void uses.refetch()} />}
        {uses.isPending && <SkeletonLines />}
        {uses.data?.items.length === 0 && <p className="c-soft">{t('voucher.no-uses')}</p>}
        <ul className="t-payments" role="list">
          {uses.data?.items.map(({ number, kind, amountMinor, balanceMinor, reservation, at }) => (
            <li key={number} data-testid="voucher-entry">
              <span className="t-two">
                <span>
                  {t(`voucher.entry.${kind}`)}
                  {reservation && ' · '}
                  {reservation &&
                    (may('ticketing.reservation.read') ? (
                      <Link to={`/prestiscene/reservations/${reservation.id}/informations`}>
                        {reservation.code}
                      </Link>
                    ) : (
                      reservation.code
                    ))}
                </span>
                <small className="c-faint">{formatDate(at, language, 'short-time')}</small>
              </span>
              <span className="t-two">
                <strong>{money(amountMinor)}</strong>
                <small className="c-faint">
                  {t('voucher.balance-after', { amount: money(balanceMinor) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
        <ResendVoucher {...props} />
      </section>
    </Card>
  );
};
