import { CopyButton } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  return (
    <Example title={text('copy.states')} code={`<CopyButton value={link} label={text('copy-link')} />`}>
      <ExampleRow>
        <CopyButton value="R-7K3M-9QX4" />
        <CopyButton value={window.location.href} label={text('copy.link')} />
      </ExampleRow>
    </Example>
  );
};

export const copy: GalleryPage = { slug: 'copy', group: 'parts', components: ['CopyButton'], Content };
