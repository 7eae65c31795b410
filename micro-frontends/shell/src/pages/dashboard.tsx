import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useActor } from '@coulisse/mfe-kit';
import { Card, EmptyState, SkeletonLines } from '@coulisse/ui-kit';
import { useMenu } from '../layout/use-menu';
import { useRemotes } from '../modules/remotes-context';

/** Screens that this role may open, by domain. */
export const Dashboard = () => {
  const { t } = useTranslation('shell');
  const actor = useActor();
  const groups = useMenu();
  const { pending } = useRemotes();
  return (
    <>
      <header className="r-head">
        <h1>{t('dashboard.hello', { name: actor.displayName })}</h1>
      </header>
      {groups.length === 0 && pending && <SkeletonLines />}
      {groups.length === 0 && !pending && (
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
