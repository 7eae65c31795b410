import { LanguageSwitch, useLanguage } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import { setLook } from '../app/address';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('languages.switch')}
      code={`<LanguageSwitch language={useLanguage()} onChange={changeLanguage} />`}
    >
      <ExampleRow>
        <LanguageSwitch language={useLanguage()} onChange={(language) => setLook({ language })} />
      </ExampleRow>
    </Example>
  );
};

export const languages: GalleryPage = {
  slug: 'languages',
  group: 'parts',
  components: ['LanguageSwitch'],
  Content,
};
