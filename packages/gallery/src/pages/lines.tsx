import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const code = `<LinesEditor id="lines" label="Lignes" value={value} onChange={setValue} units={units} findProducts={find} />`;

const Content = () => (
  <>
    <ScreenExample screen="lines-quote" title="lines.quote" code={code} />
    <ScreenExample screen="lines-twelve" title="lines.twelve" code={code} />
    <ScreenExample screen="lines-empty" title="lines.empty" code={code} />
    <ScreenExample screen="lines-many" title="lines.many" code={code} />
    <ScreenExample screen="lines-errors" title="lines.errors" code={code} />
    <ScreenExample screen="lines-readonly" title="lines.readonly" code={code} />
    <ScreenExample screen="lines-twelve" title="lines.phone" code={code} isPhone />
  </>
);

export const lines: GalleryPage = { slug: 'lines', group: 'screens', components: ['LinesEditor'], Content };
