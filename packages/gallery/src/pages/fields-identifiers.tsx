import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsIdentifiers: GalleryPage = {
  slug: 'fields-identifiers',
  group: 'fields',
  components: kindsOf('identifiers'),
  Content: () => <FieldPage group="identifiers" />,
};
