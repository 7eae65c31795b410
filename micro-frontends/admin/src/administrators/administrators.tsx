import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Avatar, Button, Card, SkeletonLines } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { PasswordOnce } from '../password-once';
import {
  type Administrator,
  AdministratorDialog,
  type CreatedAdministrator,
  nameOf,
} from './administrator-dialog';

/** Administrators of a tenant. */
export const Administrators = ({ record, descriptor }: RecordPartProps) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const path = `${descriptor.path}/${record.id}/administrators`;
  const query = useQuery({
    queryKey: ['administrators', record.id],
    queryFn: async ({ signal }) => (await api.get<{ items: Administrator[] }>(path, { signal })).items,
  });
  const [asking, setAsking] = useState(false);
  const [created, setCreated] = useState<CreatedAdministrator | null>(null);
  return (
    <Card>
      <section>
        <h2>
          {t('administrators')}
          <Button
            size="small"
            className="c-push"
            icon={<UserPlus aria-hidden />}
            data-testid="administrator-new"
            onClick={() => setAsking(true)}
          >
            {t('administrator.new')}
          </Button>
        </h2>
        {query.isPending && <SkeletonLines lines={2} />}
        {query.isError && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.length === 0 && <p className="c-soft">{t('administrators.none')}</p>}
        {query.data && query.data.length > 0 && <People people={query.data} />}
      </section>
      {asking && (
        <AdministratorDialog
          path={path}
          onClose={() => setAsking(false)}
          onCreated={(answer) => {
            setAsking(false);
            setCreated(answer);
            void query.refetch();
          }}
        />
      )}
      {created && (
        <PasswordOnce
          name={nameOf(created.user)}
          email={created.user.email}
          password={created.password}
          onDone={() => setCreated(null)}
        />
      )}
    </Card>
  );
};

const People = ({ people }: { people: readonly Administrator[] }) => (
  <ul role="list" className="a-people">
    {people.map((person) => (
      <li key={person.id}>
        <Avatar name={nameOf(person)} quiet />
        <span>{nameOf(person)}</span>
        <a href={`mailto:${person.email}`}>{person.email}</a>
      </li>
    ))}
  </ul>
);
