import type { GalleryPage } from './page';
import { findPages } from './page-search';

const Content = () => null;
const pages: GalleryPage[] = [
  { slug: 'buttons', group: 'parts', components: ['Button'], Content },
  { slug: 'menus', group: 'parts', components: ['Menu', 'ContextMenu'], Content },
  { slug: 'states', group: 'parts', components: ['EmptyState'], Content },
];
const titles: Record<string, string> = { buttons: 'Boutons', menus: 'Menus', states: 'États' };
const search = (typed: string) => findPages(pages, ({ slug }) => titles[slug] ?? '', typed);
const slugs = (typed: string) => search(typed).map(({ page }) => page.slug);

test('without a text, all pages are shown in their order', () => {
  expect(slugs('  ')).toEqual(['buttons', 'menus', 'states']);
});

test('a part of the name of a component finds its page, and says which', () => {
  expect(search('context')).toEqual([{ page: pages[1], components: ['ContextMenu'] }]);
});

test('a title is found without its accents and capitals', () => {
  expect(slugs('etats')).toEqual(['states']);
});

test('a text that no name contains finds nothing', () => {
  expect(slugs('carousel')).toEqual([]);
});
