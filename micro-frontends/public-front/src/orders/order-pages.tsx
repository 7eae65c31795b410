import { usePlace } from '../routing/router';
import { MyOrdersPage } from './my-orders-page';
import { OrderPage } from './order-page';
import { TicketPage } from './ticket-page';

/** Pages of buyers on what they ordered; loaded on demand, together. */
export default function OrderPages() {
  const { pathname } = usePlace();
  if (pathname === '/t') return <TicketPage />;
  return pathname.startsWith('/account') ? <MyOrdersPage /> : <OrderPage />;
}
