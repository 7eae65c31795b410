import { useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { useMoney } from '../app/format';
import { PageError } from '../app/page-states';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { myVouchersQuery } from './voucher-api';
import type { MyVoucher } from './voucher-types';

/** The gift vouchers that a buyer bought; nothing when there are none. */
export function MyVouchers({ email }: { email: string }) {
  const t = useText();
  const query = useQuery(myVouchersQuery(email));
  if (query.isError) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.items.length === 0) return null;
  return (
    <section aria-labelledby="my-vouchers" data-testid="my-vouchers">
      <h2 id="my-vouchers" className="page-title">
        {t('mine.vouchers')}
      </h2>
      <ul className="my-orders-list" role="list">
        {query.data.items.map((voucher) => (
          <li key={voucher.id}>
            <VoucherLine voucher={voucher} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VoucherLine({ voucher }: { voucher: MyVoucher }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { validityDate, state, code, beneficiaryName, formula, valueMinor, balanceMinor } = voucher;
  const isExpired = validityDate !== null && validityDate < new Date().toLocaleDateString('sv');
  const until = validityDate && t('mine.voucher.until', { date: formatDate(validityDate, language, 'long') });
  const left = t('mine.voucher.left', { amount: money(balanceMinor) });
  return (
    <Link className="my-order" to={`/gift-vouchers/mine#${voucher.link}`}>
      <span>
        <strong>{formula ?? money(valueMinor)}</strong>
        <span>{[beneficiaryName, until].filter(Boolean).join(' · ')}</span>
        <small>{code && wholeCodes(code)}</small>
      </span>
      <span className="my-order-state" data-tone={state === 'VALIDATED' && !isExpired ? 'good' : 'neutral'}>
        {state === 'CANCELED' ? t('mine.voucher.canceled') : isExpired ? t('mine.voucher.expired') : left}
      </span>
    </Link>
  );
}
