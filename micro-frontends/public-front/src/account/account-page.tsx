import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTheatre } from '../app/theatre';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { accountDetailsQuery, PERSONAL_DATA_PATH } from './account-api';
import { ConsentsCard } from './consents-card';
import { DetailsForm } from './details-form';
import { EraseCard } from './erase-card';
import { SignedOut } from './signed-out';
import { useAccountTheatre } from './use-account-theatre';
import { useSession } from './use-session';
import '../styles/forms.css';
import '../styles/account.css';

/** What is stored about the signed-in buyer, and what they decide about it. */
export function AccountPage() {
  const t = useText();
  const { account, ready } = useSession();
  useAccountTheatre(account);
  const theatre = useTheatre();
  const query = useQuery({ ...accountDetailsQuery(account?.email ?? ''), enabled: account !== null });
  usePageTitle(t('account.title'));
  if (!ready) return <PageSkeleton />;
  if (!account) return <SignedOut title={t('account.signed-out')}>{t('account.signed-out.text')}</SignedOut>;
  return (
    <Loaded query={query}>
      {(details) => (
        <div className="page account-page" data-testid="account-page">
          <h1 className="page-title">{t('account.title')}</h1>
          <p className="form-links">
            <Link to="/account/reservations">{t('account.orders')}</Link>
          </p>
          <DetailsForm key={details.version} details={details} account={account} />
          <ConsentsCard details={details} account={account} />
          {theatre && (
            <section className="account-card" aria-labelledby="account-password">
              <h2 id="account-password">{t('account.password')}</h2>
              <p className="c-soft">{t('account.password.text')}</p>
              <Link className="c-button" to={`/theatres/${theatre.slug}/password`}>
                {t('account.password.change')}
              </Link>
            </section>
          )}
          <section className="account-card" aria-labelledby="account-data">
            <h2 id="account-data">{t('account.data')}</h2>
            <p className="c-soft">{t('account.data.text')}</p>
            <a className="c-button" href={PERSONAL_DATA_PATH} download data-testid="personal-data">
              <Download className="c-icon" aria-hidden />
              {t('account.data.download')}
            </a>
          </section>
          <EraseCard account={account} />
        </div>
      )}
    </Loaded>
  );
}
