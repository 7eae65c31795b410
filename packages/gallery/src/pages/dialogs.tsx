import { useState } from 'react';
import { Button, ConfirmDialog, Dialog, Field, Input } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const SIZES = ['normal', 'large', 'full'] as const;

const Plain = () => {
  const text = useGalleryText();
  const [size, setSize] = useState<(typeof SIZES)[number] | null>(null);
  const close = () => setSize(null);
  return (
    <Example
      title={text('dialogs.plain')}
      code={`{open && <Dialog title="…" onClose={close} footer={<Button kind="main">…</Button>}>…</Dialog>}`}
    >
      <ExampleRow>
        {SIZES.map((name) => (
          <Button key={name} onClick={() => setSize(name)}>
            {text(`dialogs.${name}`)}
          </Button>
        ))}
      </ExampleRow>
      {size && (
        <Dialog
          title={text('dialogs.title')}
          size={size}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{text('word.cancel')}</Button>
              <Button kind="main" onClick={close}>
                {text('word.save')}
              </Button>
            </>
          }
        >
          <Field label={text('inputs.title')} required>
            {(control) => <Input {...control} defaultValue={text('inputs.title.value')} />}
          </Field>
        </Dialog>
      )}
    </Example>
  );
};

const Confirm = ({ danger }: { danger: boolean }) => {
  const text = useGalleryText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const code = `<ConfirmDialog title="…" confirm="…"${danger ? ' danger' : ''} onConfirm={run} onClose={close}>…</ConfirmDialog>`;
  return (
    <Example title={text(danger ? 'dialogs.danger' : 'dialogs.confirm')} code={code}>
      <ExampleRow>
        <Button kind={danger ? 'danger' : 'plain'} onClick={() => setOpen(true)}>
          {text(danger ? 'word.delete' : 'word.send')}
        </Button>
      </ExampleRow>
      {isOpen && (
        <ConfirmDialog
          title={text(danger ? 'dialogs.danger.title' : 'dialogs.confirm.title')}
          confirm={text(danger ? 'word.delete' : 'word.send')}
          danger={danger}
          onConfirm={close}
          onClose={close}
        >
          <p>{text(danger ? 'dialogs.danger.body' : 'dialogs.confirm.body')}</p>
        </ConfirmDialog>
      )}
    </Example>
  );
};

const Content = () => (
  <>
    <Plain />
    <Confirm danger={false} />
    <Confirm danger />
  </>
);

export const dialogs: GalleryPage = {
  slug: 'dialogs',
  group: 'parts',
  components: ['Dialog', 'ConfirmDialog'],
  Content,
};
