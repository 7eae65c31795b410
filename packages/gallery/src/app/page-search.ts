import type { GalleryPage } from './page';

export interface FoundPage {
  page: GalleryPage;
  /** Components whose names contain the text; none when the title alone does, or without a text. */
  components: string[];
}

const simplified = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Pages whose title or components contain a text, without regard to case and accents. */
export const findPages = (
  pages: readonly GalleryPage[],
  titleOf: (page: GalleryPage) => string,
  typed: string,
): FoundPage[] => {
  const text = simplified(typed.trim());
  if (!text) return pages.map((page) => ({ page, components: [] }));
  return pages
    .map((page) => ({
      page,
      components: page.components.filter((name) => simplified(name).includes(text)),
    }))
    .filter(({ page, components }) => components.length > 0 || simplified(titleOf(page)).includes(text));
};
