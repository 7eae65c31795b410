import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const code = `resources: { 'sample.gadget': { record: { sections: [{ fields: ['name'] }] } } }`;

const Content = () => (
  <>
    <ScreenExample screen="record-complete" title="record.complete" code={code} />
    <ScreenExample screen="record-missing" title="record.missing" code={code} />
    <ScreenExample screen="record-error" title="record.error" code={code} />
  </>
);

export const record: GalleryPage = {
  slug: 'record',
  group: 'screens',
  components: ['ResourceRecord'],
  Content,
};
