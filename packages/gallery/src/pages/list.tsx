import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const code = `resourceRoutes('sample.gadget', 'sample/gadgets') // in the routes of the module`;

const Content = () => (
  <>
    <ScreenExample screen="list-rows" title="list.rows" code={code} />
    <ScreenExample screen="list-loading" title="list.loading" code={code} />
    <ScreenExample screen="list-empty" title="list.empty" code={code} />
    <ScreenExample screen="list-error" title="list.error" code={code} />
  </>
);

export const list: GalleryPage = { slug: 'list', group: 'screens', components: ['ResourceList'], Content };
