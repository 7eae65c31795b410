import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button';
import { useUiText } from './use-ui-text';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** `full` covers most of the page, for a preview. */
  size?: 'normal' | 'large' | 'full';
  /** Escape and the close button do nothing, for content that is shown only once. */
  isBlocking?: boolean;
  footer?: ReactNode;
  /** Its colours, whatever those of the page are. */
  theme?: 'light';
  /** The children contain their own body and footer (a form). */
  bare?: boolean;
  children: ReactNode;
}

/** The browser's modal dialog: it traps and restores the focus and makes the page inert. Mounted = open. */
export const Dialog = ({
  title,
  onClose,
  size = 'normal',
  isBlocking,
  footer,
  theme,
  bare,
  children,
}: DialogProps) => {
  const text = useUiText();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it leaves the document: a dialog that has left gives the focus back to nothing.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
      focusFirstField(dialog);
    }
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="c-dialog"
      data-size={size}
      data-theme={theme}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBlocking) onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current && !isBlocking && outside(ref.current, event)) onClose();
      }}
    >
      {/* No landmarks of the page, wherever the dialog stands in it. */}
      <header role="presentation">
        <h2 id={id}>{title}</h2>
        {!isBlocking && (
          <span className="c-push">
            <Button
              kind="quiet"
              square
              size="small"
              aria-label={text('action.close')}
              icon={<X aria-hidden />}
              onClick={onClose}
            />
          </span>
        )}
      </header>
      {bare ? children : <div className="c-dialog-body">{children}</div>}
      {footer && <footer role="presentation">{footer}</footer>}
    </dialog>
  );
};

/** What is typed into; the keyboard of a touch screen would cover the rest of the dialog. */
const FIELD = 'input:not([type=checkbox], [type=radio], [type=file]), textarea';
function focusFirstField(dialog: HTMLElement): void {
  if (!window.matchMedia?.('(hover: hover)').matches) return;
  const first = dialog.querySelector<HTMLElement>('.c-dialog-body :is(input, textarea, select, button, a)');
  if (first?.matches(FIELD)) first.focus();
}

const outside = (dialog: HTMLElement, point: { clientX: number; clientY: number }): boolean => {
  const box = dialog.getBoundingClientRect();
  return (
    point.clientX < box.left ||
    point.clientX > box.right ||
    point.clientY < box.top ||
    point.clientY > box.bottom
  );
};

export interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  confirm: string;
  /** Label of the cancel button, where "cancel" could be mistaken for the confirmed action. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export const ConfirmDialog = ({
  title,
  children,
  confirm,
  cancel,
  danger,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const text = useUiText();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel ?? text('action.cancel')}</Button>
          <Button kind={danger ? 'danger-main' : 'main'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
