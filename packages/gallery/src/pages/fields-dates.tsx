import type { GalleryPage } from '../app/page';
import { kindsOf } from '../fields/field-groups';
import { FieldPage } from '../fields/field-page';

export const fieldsDates: GalleryPage = {
  slug: 'fields-dates',
  group: 'fields',
  components: kindsOf('dates'),
  Content: () => <FieldPage group="dates" />,
};
