import { usePlace } from '../routing/router';
import { MyOrdersPage } from './my-orders-page';
import { OrderPage } from './order-page';

/** Pages of buyers on what they ordered; loaded on demand, together. */
export default function OrderPages() {
  const { pathname } = usePlace();
  return pathname.startsWith('/account') ? <MyOrdersPage /> : <OrderPage />;
}
