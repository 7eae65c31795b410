import { useTranslation } from 'react-i18next';
import { createI18n } from '@coulisse/mfe-kit';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { currentAddress } from './address';

export type TextKey = keyof typeof fr;

export const galleryI18n = createI18n({
  language: currentAddress().language,
  locales: { gallery: { fr, en } },
});

/** Texts of the gallery, also below the providers of the sample resource, which have an i18n of their own. */
export const useGalleryText = (): ((key: TextKey, values?: Record<string, string>) => string) => {
  const { t } = useTranslation('gallery', { i18n: galleryI18n });
  return (key, values) => t(key, values);
};
