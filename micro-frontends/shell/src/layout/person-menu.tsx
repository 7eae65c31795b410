import { KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useActor } from '@coulisse/mfe-kit';
import {
  Avatar,
  initials,
  LanguageSwitch,
  type Theme,
  THEMES,
  useLanguage,
  useTheme,
} from '@coulisse/ui-kit';
import { Popover } from '@coulisse/ui-kit/complex';
import { useSession } from '../auth/session-context';

const ICONS: Record<Theme, typeof Sun> = { auto: Monitor, light: Sun, dark: Moon };

export const PersonMenu = () => {
  const { t, i18n } = useTranslation('shell');
  const actor = useActor();
  const { logout, changePassword } = useSession();
  const language = useLanguage();
  return (
    <Popover
      label={t('person')}
      trigger={(trigger) => (
        <button
          type="button"
          className="s-person"
          // Begins with the visible text, which users of voice control say.
          aria-label={`${initials(actor.displayName)}, ${t('person')}`}
          data-testid="person-menu"
          {...trigger}
        >
          <Avatar name={actor.displayName} />
        </button>
      )}
    >
      {() => (
        <div className="s-person-sheet">
          <div className="s-person-who">
            <Avatar name={actor.displayName} />
            <div>
              <b>{actor.displayName}</b>
              <span>{actor.email}</span>
            </div>
          </div>
          {actor.role && <div className="s-person-role">{t(`role.${actor.role}`, actor.role)}</div>}
          <hr className="c-menu-rule" />
          <div className="s-person-line">
            <span>{t('language')}</span>
            <LanguageSwitch language={language} onChange={(next) => chooseLanguage(i18n, next)} />
          </div>
          <div className="s-person-line">
            <span>{t('theme')}</span>
            <ThemeSwitch />
          </div>
          <hr className="c-menu-rule" />
          {changePassword && (
            <button type="button" className="c-menu-item" onClick={changePassword}>
              <KeyRound className="c-icon" aria-hidden />
              {t('password')}
            </button>
          )}
          <button type="button" className="c-menu-item" onClick={logout} data-testid="logout">
            <LogOut className="c-icon" aria-hidden />
            {t('logout')}
          </button>
        </div>
      )}
    </Popover>
  );
};

const ThemeSwitch = () => {
  const { t } = useTranslation('shell');
  const [theme, setTheme] = useTheme();
  return (
    <span className="c-language" role="group" aria-label={t('theme')}>
      {THEMES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === theme}
            aria-label={t(`theme.${choice}`)}
            title={t(`theme.${choice}`)}
            onClick={() => setTheme(choice)}
          >
            <Icon className="c-icon" aria-hidden />
          </button>
        );
      })}
    </span>
  );
};
