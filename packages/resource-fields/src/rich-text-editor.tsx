import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react';
import type { FieldControl } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { RichTextLink } from './rich-text-link';

interface RichTextEditorProps {
  label: string;
  value: string;
  onChange: (html: string | null) => void;
  control: FieldControl;
  disabled?: boolean;
}

/** Everything that the server accepts, so that editing loses nothing; the toolbar offers only the common tools. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  }),
];

interface Tool {
  name: string;
  icon: LucideIcon;
  run: (editor: Editor) => void;
  active?: (editor: Editor) => boolean;
  possible?: (editor: Editor) => boolean;
}

const TOOLS: readonly Tool[] = [
  mark('bold', Bold, (editor) => editor.chain().focus().toggleBold().run()),
  mark('italic', Italic, (editor) => editor.chain().focus().toggleItalic().run()),
  mark('underline', Underline, (editor) => editor.chain().focus().toggleUnderline().run()),
  mark('strike', Strikethrough, (editor) => editor.chain().focus().toggleStrike().run()),
  {
    name: 'title',
    icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    active: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'subtitle',
    icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    active: (editor) => editor.isActive('heading', { level: 3 }),
  },
  mark('bulletList', List, (editor) => editor.chain().focus().toggleBulletList().run()),
  mark('orderedList', ListOrdered, (editor) => editor.chain().focus().toggleOrderedList().run()),
  mark('blockquote', Quote, (editor) => editor.chain().focus().toggleBlockquote().run()),
];
const HISTORY: readonly Tool[] = [
  {
    name: 'undo',
    icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    possible: (editor) => editor.can().undo(),
  },
  {
    name: 'redo',
    icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    possible: (editor) => editor.can().redo(),
  },
];

function mark(name: string, icon: LucideIcon, run: (editor: Editor) => void): Tool {
  return { name, icon, run, active: (editor) => editor.isActive(name) };
}

/** A text editor with the formatting that the server accepts. */
const RichTextEditor = ({ label, value, onChange, control, disabled }: RichTextEditorProps) => {
  const text = useResourceText();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [linking, setLinking] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const start = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: EXTENSIONS,
      content: start.current,
      injectCSS: false,
      onUpdate: ({ editor: now }) => change.current(now.isEmpty ? null : now.getHTML()),
      onTransaction: redraw,
    });
    setEditor(made);
    return () => made.destroy();
  }, []);
  const { id, 'aria-describedby': described, 'aria-invalid': invalid, 'aria-required': required } = control;
  useEffect(() => {
    const attributes = Object.fromEntries(
      Object.entries({
        id,
        role: 'textbox',
        class: 'r-rich r-rich-text',
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-describedby': described,
        'aria-invalid': invalid && 'true',
        'aria-required': required && 'true',
      }).filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
    editor?.setOptions({ editable: !disabled, editorProps: { attributes } });
  }, [editor, id, label, described, invalid, required, disabled]);
  useEffect(() => {
    // The value was changed from outside: a restored draft, or another user's version.
    if (editor && !editor.isFocused && value !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const button = (tool: Tool) => {
    const Icon = tool.icon;
    return (
      <button
        key={tool.name}
        type="button"
        className="r-rich-tool"
        aria-label={text(`field.rich.${tool.name}`)}
        title={text(`field.rich.${tool.name}`)}
        aria-pressed={tool.active ? Boolean(editor && tool.active(editor)) : undefined}
        disabled={disabled || (tool.possible && !(editor && tool.possible(editor)))}
        onClick={() => editor && tool.run(editor)}
      >
        <Icon className="c-icon" aria-hidden />
      </button>
    );
  };
  return (
    <div className="r-rich-editor" data-invalid={invalid}>
      <div className="r-rich-tools" role="toolbar" aria-label={text('field.rich.tools')} onKeyDown={walk}>
        {TOOLS.map(button)}
        <button
          type="button"
          className="r-rich-tool"
          aria-label={text('field.rich.link')}
          title={text('field.rich.link')}
          aria-pressed={Boolean(editor?.isActive('link'))}
          aria-expanded={linking}
          disabled={disabled}
          onClick={() => setLinking(!linking)}
        >
          <LinkIcon className="c-icon" aria-hidden />
        </button>
        <span className="c-push" />
        {HISTORY.map(button)}
      </div>
      {linking && editor && <RichTextLink editor={editor} onClose={() => setLinking(false)} />}
      <div ref={place} className="r-rich-place" />
    </div>
  );
};

/** Arrow keys move between the buttons of the toolbar. */
const walk = (event: KeyboardEvent<HTMLDivElement>) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const now = tools.indexOf(document.activeElement as HTMLButtonElement);
  if (now < 0) return;
  event.preventDefault();
  tools[(now + by + tools.length) % tools.length]?.focus();
};

export default RichTextEditor;
