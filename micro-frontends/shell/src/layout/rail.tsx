import { Circle, LayoutDashboard, PanelLeft, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useActor } from '@coulisse/mfe-kit';
import { Button, classes } from '@coulisse/ui-kit';
import { useRemotes } from '../modules/remotes-context';
import { currentPath, type OpenItem } from './menu-groups';
import { useMenu } from './use-menu';
import type { RailState } from './use-rail-state';

export const Rail = ({ rail }: { rail: RailState }) => {
  const { t } = useTranslation('shell');
  const { tenant } = useActor();
  const groups = useMenu();
  const { failed, lost, pending, retry } = useRemotes();
  const name = tenant?.name ?? t('brand');
  const { pathname } = useLocation();
  const dashboard = { path: '/dashboard', label: t('dashboard'), icon: LayoutDashboard };
  const items = [dashboard, ...groups.flatMap((group) => group.items)];
  const current = currentPath(
    items.map(({ path }) => path),
    pathname,
  );
  return (
    <>
      <div className="s-veil" onClick={rail.closeDrawer} aria-hidden />
      <nav className="s-rail" aria-label={t('rail.label')} aria-busy={pending}>
        <div className="s-brand">
          <b aria-hidden>C</b>
          <span title={name}>{name}</span>
          <Button
            kind="quiet"
            square
            size="small"
            className="s-rail-toggle"
            aria-label={t(rail.narrow ? 'rail.widen' : 'rail.narrow')}
            aria-expanded={!rail.narrow}
            icon={<PanelLeft aria-hidden />}
            onClick={rail.toggle}
          />
          <Button
            kind="quiet"
            square
            size="small"
            className="s-rail-close"
            aria-label={t('rail.close')}
            icon={<X aria-hidden />}
            onClick={rail.closeDrawer}
          />
        </div>
        <RailLink item={dashboard} isCurrent={current === dashboard.path} />
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className="s-group">{group.label}</div>
            {group.items.map((item) => (
              <RailLink key={item.path} item={item} isCurrent={current === item.path} />
            ))}
          </div>
        ))}
        {lost && <Missing label={t('remote.lost')} onRetry={() => retry()} />}
        {failed.map((remote) => (
          <Missing
            key={remote.name}
            label={t('remote.missing', { name: t(`remote.${remote.name}`, remote.name) })}
            onRetry={() => retry(remote)}
          />
        ))}
      </nav>
    </>
  );
};

const RailLink = ({ item, isCurrent }: { item: OpenItem; isCurrent: boolean }) => {
  const { path, label, icon: Icon = Circle } = item;
  return (
    <Link
      to={path}
      className={classes('s-link', isCurrent && 'active')}
      aria-current={isCurrent ? 'page' : undefined}
      title={label}
    >
      <Icon className="c-icon" aria-hidden />
      <span>{label}</span>
    </Link>
  );
};

/** Notice in place of a remote that could not be loaded. */
const Missing = ({ label, onRetry }: { label: string; onRetry: () => void }) => {
  const { t } = useTranslation('shell');
  return (
    <div className="s-missing" role="status">
      <span>{label}</span>
      <Button kind="quiet" size="small" icon={<RotateCw aria-hidden />} onClick={onRetry}>
        {t('remote.retry')}
      </Button>
    </div>
  );
};
