import ChoosePasswordPage from '../pages/choose-password';
import ContactPage from '../pages/contact';
import ForgottenPasswordPage from '../pages/forgotten-password';
import LoginLinkPage from '../pages/login-link';
import { usePlace } from '../routing/router';
import { AccountPage } from './account-page';
import { ErasePage } from './erase-page';

/** Pages of the account and the message to a theatre; loaded on demand, together. */
export default function AccountPages() {
  const { pathname } = usePlace();
  if (pathname.endsWith('/contact')) return <ContactPage />;
  if (pathname.endsWith('/login')) return <LoginLinkPage />;
  if (pathname.startsWith('/theatres/')) return <ForgottenPasswordPage />;
  if (pathname === '/account/password') return <ChoosePasswordPage />;
  return pathname === '/account/erase' ? <ErasePage /> : <AccountPage />;
}
