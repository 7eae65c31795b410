import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useActor, useMay } from '@coulisse/mfe-kit';
import { Card, EmptyState, formatDate, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { useMenu } from '../layout/use-menu';
import { useRemotes } from '../modules/remotes-context';
import { Boundary } from './boundary';

/** What the modules show of their domains; for a role that sees none of it, the screens that it may open. */
export const Dashboard = () => {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const may = useMay();
  const { modules, pending } = useRemotes();
  const parts = modules
    .flatMap(({ name, dashboard }) => (dashboard && may(dashboard.right) ? [{ name, ...dashboard }] : []))
    .sort((first, second) => (first.order ?? 0) - (second.order ?? 0));
  if (parts.length === 0) return pending ? <SkeletonLines lines={8} /> : <Domains />;
  return (
    <>
      <header className="r-head">
        <h1>{t('dashboard')}</h1>
        <span className="c-soft">{formatDate(new Date(), language, 'medium')}</span>
      </header>
      {parts.map(({ name, element }) => (
        <Boundary key={name}>
          <Suspense fallback={<SkeletonLines lines={8} />}>{element}</Suspense>
        </Boundary>
      ))}
    </>
  );
};

const Domains = () => {
  const { t } = useTranslation('shell');
  const actor = useActor();
  const groups = useMenu();
  return (
    <>
      <header className="r-head">
        <h1>{t('dashboard.hello', { name: actor.displayName })}</h1>
      </header>
      {groups.length === 0 && (
        <EmptyState title={t('dashboard.empty.title')}>{t('dashboard.empty.body')}</EmptyState>
      )}
      <div className="s-dashboard">
        {groups.map((group) => (
          <Card key={group.label}>
            <section>
              <h2>{group.label}</h2>
              <ul role="list">
                {group.items.map(({ path, label, icon: Icon }) => (
                  <li key={path}>
                    <Link to={path}>
                      {Icon && <Icon className="c-icon" />}
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          </Card>
        ))}
      </div>
    </>
  );
};
