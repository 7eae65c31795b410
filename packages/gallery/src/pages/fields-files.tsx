import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsFiles: GalleryPage = {
  slug: 'fields-files',
  group: 'fields',
  components: kindsOf('files'),
  Content: () => <FieldPage group="files" />,
};
