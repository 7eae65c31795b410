import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsText: GalleryPage = {
  slug: 'fields-text',
  group: 'fields',
  components: kindsOf('text'),
  Content: () => <FieldPage group="text" />,
};
