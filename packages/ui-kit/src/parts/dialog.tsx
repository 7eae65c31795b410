import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button';
import { useUiText } from './use-ui-text';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** `full` leaves its content most of the page: a preview. */
  size?: 'normal' | 'large' | 'full';
  /** Escape and the cross do nothing: the content shows something only once. */
  mustAnswer?: boolean;
  footer?: ReactNode;
  /** The children bring their own body and footer (a form). */
  bare?: boolean;
  children: ReactNode;
}

/** The browser's own modal: it keeps the focus, gives it back and makes the rest inert. Mounted = open. */
export const Dialog = ({
  title,
  onClose,
  size = 'normal',
  mustAnswer,
  footer,
  bare,
  children,
}: DialogProps) => {
  const text = useUiText();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="c-dialog"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current && !mustAnswer && outside(ref.current, event)) onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!mustAnswer && (
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
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
};

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
  /** The way out, where "cancel" would be mistaken for what is confirmed. */
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
