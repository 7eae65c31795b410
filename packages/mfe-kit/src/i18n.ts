import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { uiLocales } from '@coulisse/ui-kit';
import { frenchSpaces, isLanguage, type Language, toLanguage } from '@coulisse/ui-kit/format';

export type Locales = Record<Language, Record<string, string>>;

const KEY = 'coulisse.language';

export const storedLanguage = (): Language | null => {
  const value = localStorage.getItem(KEY);
  return isLanguage(value) ? value : null;
};

/** One instance per page; namespaces are added by each module. Keys are flat (`holiday.no-line`). */
export const createI18n = (
  options: { language?: Language; locales?: Record<string, Locales> } = {},
): i18n => {
  const instance = createInstance();
  const namespaces: Record<string, Locales> = { ui: uiLocales, ...options.locales };
  instance.use(initReactI18next).use({
    type: 'postProcessor',
    name: 'typography',
    process: (
      value: string,
      _key: string | string[],
      _options: unknown,
      translator: { language?: string },
    ) => (toLanguage(translator.language) === 'fr' ? frenchSpaces(value) : value),
  });
  void instance.init({
    lng: options.language ?? storedLanguage() ?? toLanguage(navigator.language),
    fallbackLng: 'fr',
    supportedLngs: ['fr', 'en'],
    keySeparator: false,
    defaultNS: 'ui',
    ns: Object.keys(namespaces),
    postProcess: ['typography'],
    interpolation: { escapeValue: false },
    // All texts are passed here, so the first render already has them.
    initAsync: false,
    resources: {
      fr: Object.fromEntries(Object.entries(namespaces).map(([name, locales]) => [name, locales.fr])),
      en: Object.fromEntries(Object.entries(namespaces).map(([name, locales]) => [name, locales.en])),
    },
  });
  showLanguage(instance);
  instance.on('languageChanged', () => showLanguage(instance));
  return instance;
};

export const addLocales = (instance: i18n, namespace: string, locales: Locales): void => {
  for (const language of ['fr', 'en'] as const)
    instance.addResourceBundle(language, namespace, locales[language], true, true);
};

/** Stores the language that the user chose, on this device. */
export const chooseLanguage = (instance: i18n, language: Language): void => {
  localStorage.setItem(KEY, language);
  void instance.changeLanguage(language);
};

/** Loads the server's error messages, for codes that arrive without a text. */
export const loadErrors = async (instance: i18n, language: Language): Promise<void> => {
  const response = await fetch(`/translations/errors.json?locale=${language}`);
  if (!response.ok) return;
  instance.addResourceBundle(language, 'errors', await response.json(), true, true);
};

const showLanguage = (instance: i18n) => {
  document.documentElement.lang = toLanguage(instance.language);
};
