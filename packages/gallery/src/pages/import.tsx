import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const Content = () => (
  <ScreenExample
    screen="import-file"
    title="import.file"
    code={`<Link to={useResourceScreens(descriptor)?.import ?? ''}>…</Link>`}
  />
);

export const importPage: GalleryPage = {
  slug: 'import',
  group: 'screens',
  components: ['ResourceImport'],
  Content,
};
