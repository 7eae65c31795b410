import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsChoices: GalleryPage = {
  slug: 'fields-choices',
  group: 'fields',
  components: kindsOf('choices'),
  Content: () => <FieldPage group="choices" />,
};
