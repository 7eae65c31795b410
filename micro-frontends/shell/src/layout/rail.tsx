import { Circle, LayoutDashboard, PanelLeft, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useActor } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { useRemotes } from '../modules/remotes-context';
import type { OpenItem } from './menu-groups';
import { useMenu } from './use-menu';
import type { RailState } from './use-rail-state';

export const Rail = ({ rail }: { rail: RailState }) => {
  const { t } = useTranslation('shell');
  const { tenant } = useActor();
  const groups = useMenu();
  const { failed, lost, pending, retry } = useRemotes();
  const name = tenant?.name ?? t('brand');
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
        <RailLink item={{ path: '/dashboard', label: t('dashboard'), icon: LayoutDashboard }} />
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className="s-group">{group.label}</div>
            {group.items.map((item) => (
              <RailLink key={item.path} item={item} />
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

const RailLink = ({ item: { path, label, icon: Icon = Circle } }: { item: OpenItem }) => (
  <NavLink to={path} className="s-link" title={label}>
    <Icon className="c-icon" aria-hidden />
    <span>{label}</span>
  </NavLink>
);

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
