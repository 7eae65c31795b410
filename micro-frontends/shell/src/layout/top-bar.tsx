import { Menu as MenuIcon, Plus, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@coulisse/ui-kit';
import { Menu } from '@coulisse/ui-kit/complex';
import { JobsTray } from '@coulisse/resource-ui';
import { useCreations } from '../palette/use-creations';
import { PersonMenu } from './person-menu';

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  /** The pointer or the focus has reached the search. */
  onSearchNear: () => void;
}

export const TopBar = ({ onMenu, onSearch, onSearchNear }: TopBarProps) => {
  const { t } = useTranslation('shell');
  return (
    <header className="s-top">
      <Button
        kind="quiet"
        square
        className="s-burger"
        aria-label={t('rail.open')}
        icon={<MenuIcon aria-hidden />}
        onClick={onMenu}
      />
      <button
        type="button"
        className="s-search"
        onClick={onSearch}
        onPointerEnter={onSearchNear}
        onFocus={onSearchNear}
        aria-keyshortcuts="Control+K"
        data-testid="palette-open"
      >
        <Search className="c-icon" aria-hidden />
        <span>{t('palette.placeholder')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="c-push" />
      <CreateMenu />
      <JobsTray />
      <PersonMenu />
    </header>
  );
};

const CreateMenu = () => {
  const { t } = useTranslation('shell');
  const creations = useCreations();
  if (creations.length === 0) return null;
  return (
    <Menu
      label={t('create')}
      sections={[
        {
          key: 'creations',
          actions: creations.map(({ path, label }) => ({ key: path, label, to: path })),
        },
      ]}
      trigger={(trigger) => (
        // On narrow screens only the icon is shown.
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          className="s-create"
          aria-label={t('create')}
          {...trigger}
        >
          <span>{t('create')}</span>
        </Button>
      )}
    />
  );
};
