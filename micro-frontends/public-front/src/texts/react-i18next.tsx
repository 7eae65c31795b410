import type { Language } from '@coulisse/ui-kit/format';
import {
  cloneElement,
  createContext,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from 'react';
import { type Namespaces, type Translate, translator, type Values } from './translator';

/**
 * What the pages and the parts of the interface use of `react-i18next`. The build of the public front puts this
 * module in its place (`rsbuild.config.ts`); tests of single parts run with the library itself.
 */

interface LanguageTexts {
  language: Language;
  texts: Namespaces;
}

interface Translations {
  i18n: { language: Language; resolvedLanguage: Language };
  translate: Record<keyof Namespaces, Translate>;
  show: (next: LanguageTexts) => void;
}

const TextsContext = createContext<Translations | null>(null);

const useTranslations = (): Translations => {
  const translations = useContext(TextsContext);
  if (!translations) throw new Error('Texts need a <TextsProvider> above');
  return translations;
};

export function TextsProvider({ initial, children }: { initial: LanguageTexts; children: ReactNode }) {
  const [{ language, texts }, show] = useState(initial);
  const value = useMemo<Translations>(
    () => ({
      i18n: { language, resolvedLanguage: language },
      translate: { front: translator(language, texts.front), ui: translator(language, texts.ui) },
      show,
    }),
    [language, texts],
  );
  return <TextsContext.Provider value={value}>{children}</TextsContext.Provider>;
}

/** Shows the page in another language, whose texts are loaded. */
export const useShowTexts = (): ((next: LanguageTexts) => void) => useTranslations().show;

export function useTranslation(namespace: keyof Namespaces = 'front') {
  const { translate, i18n } = useTranslations();
  return { t: translate[namespace], i18n };
}

const ELEMENT = /<(\w+)>(.*?)<\/\1>/g;

interface TransProps {
  t: Translate;
  i18nKey: string;
  values?: Values;
  /** By the name of the element in the text: `<terms>…</terms>`. */
  components: Readonly<Record<string, ReactElement>>;
}

/** A text with elements in it. */
export function Trans({ t, i18nKey, values, components }: TransProps) {
  // Text, name, content, text, name, content, … text.
  const parts = t(i18nKey, values).split(ELEMENT);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const component = index % 3 === 2 ? components[parts[index - 1] ?? ''] : undefined;
    return <Fragment key={index}>{component ? cloneElement(component, {}, part) : part}</Fragment>;
  });
}
