import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Button } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Kinds = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('buttons.kinds')}
      code={`<Button kind="main" onClick={save}>{text('save')}</Button>`}
    >
      <ExampleRow>
        <Button kind="main">{text('word.save')}</Button>
        <Button>{text('word.edit')}</Button>
        <Button kind="quiet">{text('word.cancel')}</Button>
        <Button kind="danger">{text('word.delete')}</Button>
        <Button kind="danger-main">{text('word.delete')}</Button>
        <Button kind="link">{text('word.details')}</Button>
      </ExampleRow>
    </Example>
  );
};

const Icons = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('buttons.icons')}
      code={`<Button square aria-label={text('edit')} icon={<Pencil aria-hidden />} />`}
    >
      <ExampleRow>
        <Button kind="main" icon={<Plus aria-hidden />}>
          {text('word.add')}
        </Button>
        <Button icon={<Pencil aria-hidden />}>{text('word.edit')}</Button>
        <Button kind="danger" icon={<Trash2 aria-hidden />}>
          {text('word.delete')}
        </Button>
        <Button square aria-label={text('word.edit')} icon={<Pencil aria-hidden />} />
        <Button kind="quiet" square aria-label={text('word.delete')} icon={<Trash2 aria-hidden />} />
      </ExampleRow>
    </Example>
  );
};

const Sizes = () => {
  const text = useGalleryText();
  return (
    <Example title={text('buttons.sizes')} code={`<Button size="small">…</Button>  <Button wide>…</Button>`}>
      <ExampleRow>
        <Button>{text('word.edit')}</Button>
        <Button size="small">{text('word.edit')}</Button>
        <Button size="small" square aria-label={text('word.edit')} icon={<Pencil aria-hidden />} />
      </ExampleRow>
      <div className="g-narrow">
        <Button kind="main" wide>
          {text('word.pay')}
        </Button>
      </div>
      <div className="g-row" data-density="touch">
        <Button kind="main">{text('word.pay')}</Button>
        <Button>{text('word.cancel')}</Button>
      </div>
    </Example>
  );
};

const States = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('buttons.states')}
      code={`<Button busy>…</Button>  <Button disabledBecause="…">…</Button>`}
    >
      <ExampleRow>
        <Button kind="main" busy>
          {text('word.save')}
        </Button>
        <Button busy>{text('word.save')}</Button>
        <Button disabled>{text('word.save')}</Button>
        <Button kind="quiet" disabled>
          {text('word.cancel')}
        </Button>
        <Button disabledBecause={text('buttons.reason')}>{text('word.delete')}</Button>
      </ExampleRow>
    </Example>
  );
};

const Buttons = () => (
  <>
    <Kinds />
    <Icons />
    <Sizes />
    <States />
  </>
);

export const buttons: GalleryPage = {
  slug: 'buttons',
  group: 'parts',
  components: ['Button'],
  Content: Buttons,
};
