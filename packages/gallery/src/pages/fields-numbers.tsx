import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsNumbers: GalleryPage = {
  slug: 'fields-numbers',
  group: 'fields',
  components: kindsOf('numbers'),
  Content: () => <FieldPage group="numbers" />,
};
