import { usePlace } from '../routing/router';
import { AccountPage } from './account-page';
import { ErasePage } from './erase-page';

/** Pages of the account itself; loaded on demand, together. */
export default function AccountPages() {
  const { pathname } = usePlace();
  return pathname === '/account/erase' ? <ErasePage /> : <AccountPage />;
}
