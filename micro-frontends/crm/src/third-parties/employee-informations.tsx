import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type ResourceRow, useApi, useResource } from '@coulisse/mfe-kit';
import { Card, EmptyState, Notice, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Failure, kindOf, Unavailable } from '@coulisse/resource-fields';

/** CRM fields shown for an employee. */
const EMPLOYEE_FIELDS = [
  'civility',
  'firstName',
  'lastName',
  'particularType',
  'job',
  'email',
  'secondaryEmail',
  'mobile',
  'telephone',
  'language',
];
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Employee sheet with the data of the CRM; human resources will add the rest. */
const EmployeeInformations = () => {
  const { t } = useTranslation('crm');
  const { id } = useParams();
  const api = useApi();
  const language = useLanguage();
  const descriptor = useResource('crm.tiers');
  const query = useQuery({
    queryKey: ['record', 'crm.tiers', id],
    queryFn: descriptor
      ? ({ signal }) => api.get<ResourceRow>(`${descriptor.path}/${id}`, { signal })
      : skipToken,
  });
  if (!descriptor) return <Unavailable />;
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={8} />;
  const record = query.data;
  const name = String(record['name'] ?? '');
  const fields = EMPLOYEE_FIELDS.map((field) =>
    descriptor.fields.find((candidate) => candidate.name === field),
  ).filter((field) => field !== undefined);
  return (
    <div className="k-page k-narrow">
      <nav className="r-crumb">
        <Link to="/crm/tiers">{t('menu.tiers')}</Link>
        <Link to={`/crm/tiers/${record.id}/informations`}>{name}</Link>
      </nav>
      <header className="k-head">
        <h1>{t('employee.title', { name })}</h1>
      </header>
      {record['kind'] !== 'particular' ? (
        <EmptyState title={t('employee.notAPerson')}>{t('employee.notAPerson.why')}</EmptyState>
      ) : (
        <>
          <Notice>{t('employee.later')}</Notice>
          <Card>
            <section>
              <dl className="k-known">
                {fields.map((field) => {
                  const { Show } = kindOf(field);
                  const value = record[field.name];
                  return (
                    <div key={field.name}>
                      <dt>{field.label[language]}</dt>
                      <dd>
                        {isEmpty(value) ? (
                          <span className="c-faint">{t('employee.unknown')}</span>
                        ) : (
                          <Show field={field} value={value} />
                        )}
                      </dd>
                    </div>
                  );
                })}
                <div>
                  <dt>
                    {descriptor.fields.find((candidate) => candidate.name === 'addresses')?.label[language]}
                  </dt>
                  <dd>
                    <Addresses addresses={record['addresses'] as Address[]} />
                  </dd>
                </div>
              </dl>
            </section>
          </Card>
        </>
      )}
    </div>
  );
};

interface Address {
  id: string;
  addressLine1: string | null;
  addressLine2: string | null;
  zipCode: string | null;
  city: string | null;
}

const Addresses = ({ addresses }: { addresses: readonly Address[] }) => {
  const { t } = useTranslation('crm');
  if (addresses.length === 0) return <span className="c-faint">{t('employee.unknown')}</span>;
  return (
    <ul role="list">
      {addresses.map(({ id, addressLine1, addressLine2, zipCode, city }) => (
        <li key={id}>
          {[addressLine1, addressLine2, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
        </li>
      ))}
    </ul>
  );
};

export default EmployeeInformations;
