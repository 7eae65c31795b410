import type { ComponentType } from 'react';
import type { TextKey } from './texts';

type SlugOf<Key> = Key extends `page.${infer Slug}` ? Slug : never;
export type PageSlug = SlugOf<TextKey>;

export const PAGE_GROUPS = ['foundations', 'parts', 'fields', 'screens'] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

export interface GalleryPage {
  /** Its address, and the key of its title: `page.<slug>`. */
  slug: PageSlug;
  group: PageGroup;
  /** Names that the search finds. */
  components: readonly string[];
  Content: ComponentType;
}
