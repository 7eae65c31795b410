import { OrderPage } from './order-page';

/** Pages of buyers on what they ordered; loaded on demand, together. */
export default function OrderPages() {
  return <OrderPage />;
}
