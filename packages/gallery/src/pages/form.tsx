import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const code = `resources: { 'sample.gadget': { form: { initial: { name: '' } } } }`;

const Content = () => (
  <>
    <ScreenExample screen="form-new" title="form.new" code={code} />
    <ScreenExample screen="form-edit" title="form.edit" code={code} />
  </>
);

export const form: GalleryPage = {
  slug: 'form',
  group: 'screens',
  components: ['ResourceForm', 'ResourceEdit'],
  Content,
};
