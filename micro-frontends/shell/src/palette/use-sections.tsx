import {
  ArrowRight,
  Clock,
  FileText,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
  Zap,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { chooseLanguage, useActor, useRegisteredActions, useShowKeys } from '@coulisse/mfe-kit';
import { LANGUAGES, type Theme, THEMES, useLanguage, useTheme } from '@coulisse/ui-kit';
import { openedRecords } from '@coulisse/resource-ui';
import { useSession } from '../auth/session-context';
import { useMenu } from '../layout/use-menu';
import { type Entry, recentFirst, type Section } from './entry';
import { matches } from './match';
import { recentCommands } from './recent-commands';
import { useCreations } from './use-creations';
import { type FoundRecords, useFoundRecords } from './use-found-records';

const MOST_RECENT = 5;
const MOST_OPENED = 5;
const THEME_ICONS: Record<Theme, typeof Sun> = { auto: Monitor, light: Sun, dark: Moon };

/** Actions of the current screen: of the record and the list that are shown. */
const useScreenSections = (): Section[] =>
  useRegisteredActions().map(({ title, actions }, index) => ({
    key: `screen-${index}`,
    title,
    entries: actions.map((action) => ({
      ...action,
      icon: action.icon ?? <Zap className="c-icon" aria-hidden />,
    })),
  }));

const usePlaces = (): Section => {
  const { t } = useTranslation('shell');
  const groups = useMenu();
  const places = [
    { path: '/dashboard', label: t('dashboard'), hint: undefined, icon: undefined },
    ...groups.flatMap((group) => group.items.map((item) => ({ ...item, hint: group.label }))),
  ];
  return {
    key: 'places',
    title: t('palette.places'),
    entries: places.map(({ path, label, hint, icon: Icon = ArrowRight }) => ({
      key: `go ${path}`,
      path,
      label,
      hint,
      icon: <Icon className="c-icon" />,
    })),
  };
};

const useCreationSection = (): Section => {
  const { t } = useTranslation('shell');
  return {
    key: 'create',
    title: t('palette.create'),
    entries: useCreations().map(({ path, label }) => ({
      key: `new ${path}`,
      path,
      label,
      words: t('create'),
      icon: <Plus className="c-icon" aria-hidden />,
    })),
  };
};

const useSettings = (): Section => {
  const { t, i18n } = useTranslation('shell');
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const { logout } = useSession();
  const showKeys = useShowKeys();
  const entries: Entry[] = [
    ...LANGUAGES.filter((choice) => choice !== language).map((choice) => ({
      key: `language ${choice}`,
      label: t(`palette.language.${choice}`),
      words: `${t('language')} language langue`,
      icon: <Languages className="c-icon" aria-hidden />,
      run: () => chooseLanguage(i18n, choice),
    })),
    ...THEMES.filter((choice) => choice !== theme).map((choice) => {
      const Icon = THEME_ICONS[choice];
      return {
        key: `theme ${choice}`,
        label: t('palette.theme', { theme: t(`theme.${choice}`).toLocaleLowerCase(language) }),
        words: t('palette.theme.words'),
        icon: <Icon className="c-icon" aria-hidden />,
        run: () => setTheme(choice),
      };
    }),
    {
      key: 'keys',
      label: t('palette.keys'),
      words: t('palette.keys.words'),
      shortcut: '?',
      icon: <Keyboard className="c-icon" aria-hidden />,
      run: showKeys,
    },
    {
      key: 'logout',
      label: t('logout'),
      icon: <LogOut className="c-icon" aria-hidden />,
      run: logout,
    },
  ];
  return { key: 'settings', title: t('palette.settings'), entries };
};

/** Records opened in this tab; the user often returns to one of them. */
const useOpened = (typed: string): Section => {
  const { t } = useTranslation('shell');
  const person = useActor().id;
  const { pathname } = useLocation();
  const [opened] = useState(() => openedRecords(person));
  const query = typed.trim();
  return {
    key: 'opened',
    title: t('palette.opened'),
    found: true,
    entries: opened
      .filter(({ path }) => path !== pathname)
      .filter(({ label, kind }) => query === '' || matches(`${label} ${kind}`, query))
      .slice(0, MOST_OPENED)
      .map(({ path, label, kind }) => ({
        key: `record ${path}`,
        path,
        label,
        hint: kind,
        icon: <Clock className="c-icon" aria-hidden />,
      })),
  };
};

/** All sections of the palette for the typed text, in order, and how the search of records went. */
export interface Sections extends Pick<FoundRecords, 'searching' | 'failed' | 'correctedTo'> {
  sections: Section[];
}
export const useSections = (typed: string): Sections => {
  const { t } = useTranslation('shell');
  const person = useActor().id;
  const language = useLanguage();
  const screen = useScreenSections();
  const places = usePlaces();
  const creations = useCreationSection();
  const settings = useSettings();
  const opened = useOpened(typed);
  const { groups, ...search } = useFoundRecords(typed);
  const recent = useMemo(() => recentCommands(person), [person]);
  if (typed.trim() === '')
    return {
      sections: recentFirst(
        [...screen, opened, places, creations, settings],
        recent,
        t('palette.recent'),
        MOST_RECENT,
      ),
      ...search,
    };
  const openedPaths = new Set(opened.entries.map(({ path }) => path));
  const found = groups.map(({ descriptor, screens, items, hasMore }): Section => {
    const name = descriptor.plural[language];
    const records = items
      .map(({ id, label, detail, archived }) => ({
        path: screens.record(id),
        label: label || id,
        hint: [detail, archived && t('palette.archived')].filter(Boolean).join(' · '),
      }))
      .filter(({ path }) => !openedPaths.has(path));
    return {
      key: `found ${descriptor.name}`,
      title: name,
      found: true,
      entries: [
        ...records.map(({ path, label, hint }) => ({
          key: `record ${path}`,
          path,
          label,
          hint,
          icon: <FileText className="c-icon" aria-hidden />,
        })),
        ...(hasMore
          ? [
              {
                key: `search ${descriptor.name}`,
                path: `${screens.list}?${new URLSearchParams({ q: search.correctedTo ?? typed.trim() })}`,
                label: t('palette.all', { name }),
                icon: <Search className="c-icon" aria-hidden />,
              },
            ]
          : []),
      ],
    };
  });
  return { sections: [...screen, places, creations, settings, opened, ...found], ...search };
};
