import { useTranslation } from 'react-i18next';
import type { RecordPartProps } from '@coulisse/mfe-kit';
import { Card, CopyButton } from '@coulisse/ui-kit';
import './host-records.css';

interface Host {
  state: string;
  host: string;
  recordName: string;
  recordValue: string;
  aliasOf: string;
}

/** What the theatre enters at its registrar, to be copied piece by piece: a wrong letter costs it a day. */
export function HostRecords({ record }: RecordPartProps) {
  const { t } = useTranslation('ticketing');
  const { state, host, recordName, recordValue, aliasOf } = record as unknown as Host;
  if (state === 'REMOVED') return null;
  const records = [
    { type: 'TXT', name: recordName, value: recordValue },
    { type: 'CNAME', name: host, value: aliasOf },
  ];
  return (
    <Card>
      <section>
        <h2>{t('host.registrar')}</h2>
        <p className="c-soft">{t('host.registrar.intro')}</p>
        {records.map(({ type, name, value }) => (
          <section key={type} className="t-host-record" aria-label={type} data-testid={`host-${type}`}>
            <h3>{t(`host.record.${type}`)}</h3>
            <dl>
              <dt>{t('host.record.name')}</dt>
              <dd>
                <code>{name}</code>
                <CopyButton value={name} label={t('host.copy.name')} />
              </dd>
              <dt>{t('host.record.value')}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton value={value} label={t('host.copy.value')} />
              </dd>
            </dl>
          </section>
        ))}
        <p className="c-soft">{t('host.registrar.after')}</p>
      </section>
    </Card>
  );
}
