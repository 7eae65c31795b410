import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, Input } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

/** 'coulisse.example' → 'https://coulisse.example'; `mailto:` and `tel:` addresses are unchanged. */
const asAddress = (typed: string): string => {
  const bare = typed.trim();
  if (/^(https?:|mailto:|tel:)/i.test(bare)) return bare;
  return /^[^\s@]+@[^\s@]+$/.test(bare) ? `mailto:${bare}` : `https://${bare}`;
};

/** Form for the URL of the selected text. */
export const RichTextLink = ({ editor, onClose }: { editor: Editor; onClose: () => void }) => {
  const text = useResourceText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const linked = editor.isActive('link');
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  useEffect(() => input.current?.focus(), []);
  const apply = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address.trim()) chain.setLink({ href: asAddress(address) }).run();
    else chain.unsetLink().run();
    onClose();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the form nor the inline editor may handle this key.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else {
      onClose();
      editor.commands.focus();
    }
  };
  return (
    <div className="r-rich-link" onKeyDown={keys}>
      <label htmlFor={id}>{text('field.rich.address')}</label>
      <Input
        id={id}
        ref={input}
        type="url"
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button size="small" onClick={apply}>
        {text('field.rich.apply')}
      </Button>
      {linked && (
        <Button
          size="small"
          kind="danger"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          {text('field.rich.unlink')}
        </Button>
      )}
    </div>
  );
};
