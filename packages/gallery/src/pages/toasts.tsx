import { Button, useToast } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  const toast = useToast();
  const undo = { label: text('word.undo'), run: () => toast.good(text('toasts.undone')) };
  return (
    <Example title={text('toasts.tones')} code={`useToast().good(text('saved'), { label: '…', run: undo })`}>
      <ExampleRow>
        <Button onClick={() => toast.good(text('toasts.saved'))}>{text('toasts.good')}</Button>
        <Button onClick={() => toast.bad(text('toasts.refused'))}>{text('toasts.bad')}</Button>
        <Button onClick={() => toast.good(text('toasts.archived'), undo)}>{text('toasts.action')}</Button>
      </ExampleRow>
    </Example>
  );
};

export const toasts: GalleryPage = {
  slug: 'toasts',
  group: 'parts',
  components: ['ToastProvider', 'useToast'],
  Content,
};
