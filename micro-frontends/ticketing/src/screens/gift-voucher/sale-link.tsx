import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '@coulisse/mfe-kit';
import { VOUCHER_SALE_PAGE } from '../../screen-paths';

/** Leads from the list of gift vouchers to their sale. */
export const VoucherSaleLink = () => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  if (!may('ticketing.gift-voucher.create')) return null;
  return (
    <Link className="c-button" to={VOUCHER_SALE_PAGE} data-testid="sell-voucher">
      <Gift className="c-icon" aria-hidden />
      {t('voucher-sale.open')}
    </Link>
  );
};
