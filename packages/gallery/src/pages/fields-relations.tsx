import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsRelations: GalleryPage = {
  slug: 'fields-relations',
  group: 'fields',
  components: kindsOf('relations'),
  Content: () => <FieldPage group="relations" />,
};
