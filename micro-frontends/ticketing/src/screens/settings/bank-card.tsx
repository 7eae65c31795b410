import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useResource } from '@coulisse/mfe-kit';
import { Card, CopyButton } from '@coulisse/ui-kit';
import '../own-hosts/host-records.css';
import './bank-card.css';

/** What the settings say of the bank of the theatre; the key is never among it. */
interface OwnBank {
  bankKitMode: 'PAYBOX' | 'SYSTEMPAY' | null;
  providerCredentials: { siteId: string | null; mode: string; key: string | null } | null;
  providerUrls: { host: string | null; notification: string; return: string } | null;
}

const NAMES = { PAYBOX: 'Paybox', SYSTEMPAY: 'Systempay' };
const BANK_SETTINGS = '/sale/bank-settings';

/** Addresses to copy one by one into the back office of the bank. */
const Addresses = ({ urls }: { urls: NonNullable<OwnBank['providerUrls']> }) => {
  const { t } = useTranslation('ticketing');
  // Without a host of its own the theatre is on that of the installation, as this page is.
  const origin = urls.host ? `https://${urls.host}` : window.location.origin;
  return (
    <section className="t-host-record" data-testid="bank-urls">
      <h3>{t('bank.urls')}</h3>
      <p className="c-soft">{t('bank.urls.intro')}</p>
      <dl>
        {(['notification', 'return'] as const).map((what) => (
          <div key={what}>
            <dt>{t(`bank.urls.${what}`)}</dt>
            <dd>
              <code>{origin + urls[what]}</code>
              <CopyButton value={origin + urls[what]} label={t(`bank.copy.${what}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** The bank of the theatre: which one, what is entered of its shop, and what the theatre enters there. */
export default function BankCard({ record }: Pick<RecordPartProps, 'record'>) {
  const { t } = useTranslation('ticketing');
  const bankSettings = useResource('payments.bank-settings');
  const { bankKitMode, providerCredentials: shop, providerUrls } = record as unknown as OwnBank;
  return (
    <Card>
      <section data-testid="own-bank">
        <h2>{t('bank.title')}</h2>
        {bankKitMode === null && <p className="c-soft">{t('bank.unknown')}</p>}
        {bankKitMode !== null && (
          <dl className="t-bank">
            <dt>{t('bank.name')}</dt>
            <dd>{NAMES[bankKitMode]}</dd>
            {shop && (
              <>
                <dt>{t('bank.mode')}</dt>
                <dd>{t(`bank.mode.${shop.mode}`)}</dd>
                <dt>{t('bank.site')}</dt>
                <dd>{shop.siteId ?? t('bank.missing')}</dd>
                <dt>{t('bank.key')}</dt>
                <dd>{shop.key ? `${shop.key} (${t('bank.key.set')})` : t('bank.missing')}</dd>
              </>
            )}
          </dl>
        )}
        {bankKitMode === 'PAYBOX' && <p className="c-soft">{t('bank.platform')}</p>}
        {providerUrls && <Addresses urls={providerUrls} />}
        {bankSettings?.may.read && <Link to={BANK_SETTINGS}>{t('bank.change')}</Link>}
      </section>
    </Card>
  );
}
