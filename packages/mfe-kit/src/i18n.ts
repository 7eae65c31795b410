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

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
/**
 * How a page loads its texts in another language, when it has only one. By the store of an instance: `useTranslation`
 * returns other objects than the instance, with the same store.
 */
const loaders = new WeakMap<i18n['store'], (language: Language) => Promise<Texts>>();

/** One instance per page; namespaces are added by each module. Keys are flat (`holiday.no-line`). */
export const createI18n = (
  options: {
    language?: Language;
    locales?: Record<string, Locales>;
    /** Texts in the first language, by namespace. */
    texts?: Texts;
    /** Loads those of another language. */
    load?: (language: Language) => Promise<Texts>;
  } = {},
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
    lng: options.language ?? firstLanguage(),
    fallbackLng: 'fr',
    supportedLngs: ['fr', 'en'],
    keySeparator: false,
    defaultNS: 'ui',
    ns: [...Object.keys(namespaces), ...Object.keys(options.texts ?? {})],
    postProcess: ['typography'],
    interpolation: { escapeValue: false },
    // All texts are passed here, so the first render already has them.
    initAsync: false,
    resources: {
      fr: Object.fromEntries(Object.entries(namespaces).map(([name, locales]) => [name, locales.fr])),
      en: Object.fromEntries(Object.entries(namespaces).map(([name, locales]) => [name, locales.en])),
    },
  });
  addTexts(instance, toLanguage(instance.language), options.texts ?? {});
  if (options.load) loaders.set(instance.store, options.load);
  showLanguage(instance);
  instance.on('languageChanged', () => showLanguage(instance));
  return instance;
};

export const addLocales = (instance: i18n, namespace: string, locales: Locales): void => {
  for (const language of ['fr', 'en'] as const)
    instance.addResourceBundle(language, namespace, locales[language], true, true);
};

const addTexts = (instance: i18n, language: Language, texts: Texts): void => {
  for (const [namespace, bundle] of Object.entries(texts))
    instance.addResourceBundle(language, namespace, bundle, true, true);
};

/** The language of a page that opens: that which the device has chosen, or that of the browser. */
export const firstLanguage = (): Language => storedLanguage() ?? toLanguage(navigator.language);

/** Shows the page in another language, once its texts are loaded. Without them it stays as it is. */
export const showIn = async (instance: i18n, language: Language): Promise<void> => {
  const load = loaders.get(instance.store);
  if (load) addTexts(instance, language, await load(language));
  await instance.changeLanguage(language);
};

/** Stores the language that the user chose, on this device. */
export const chooseLanguage = (instance: i18n, language: Language): void => {
  localStorage.setItem(KEY, language);
  showIn(instance, language).catch(reportError);
};

const showLanguage = (instance: i18n) => {
  document.documentElement.lang = toLanguage(instance.language);
};
