import { usePlace, useParams } from '../routing/router';
import { useOrderKey } from '../orders/use-order-key';
import { storedLink } from './voucher-api';
import { VoucherPage } from './voucher-page';
import { VoucherShopPage } from './voucher-shop-page';
import '../styles/forms.css';
import '../styles/order.css';
import '../styles/gift-vouchers.css';

/** Pages of gift vouchers; loaded on demand, together. */
export default function GiftVoucherPages() {
  const { pathname } = usePlace();
  if (pathname.endsWith('/return')) return <ReturnPage />;
  return pathname.endsWith('/mine') ? <LinkedPage /> : <VoucherShopPage />;
}

/** The page to which the bank sends the browser back. */
function ReturnPage() {
  const { id = '' } = useParams();
  return <VoucherPage link={storedLink(id)} justBought />;
}

/** The page of a link in a mail or in the account. */
function LinkedPage() {
  return <VoucherPage link={useOrderKey()} />;
}
