import { CircleAlert, CircleCheck, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useUiText } from './use-ui-text';

interface Message {
  id: number;
  tone: 'good' | 'bad';
  text: ReactNode;
  action?: ToastAction;
}

/** One action on the subject of the message: undo it, open it. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toasts {
  good(text: ReactNode, action?: ToastAction): void;
  bad(text: ReactNode, action?: ToastAction): void;
}

export const ToastContext = createContext<Toasts | null>(null);
const SHOWN_FOR = { good: 5_000, bad: 10_000 };

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const text = useUiText();
  const [messages, setMessages] = useState<Message[]>([]);
  const next = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const drop = useCallback(
    (id: number) => setMessages((all) => all.filter((message) => message.id !== id)),
    [],
  );
  const toasts = useMemo<Toasts>(() => {
    const add = (tone: Message['tone']) => (content: ReactNode, action?: ToastAction) => {
      next.current += 1;
      const id = next.current;
      setMessages((all) => [...all.slice(-2), { id, tone, text: content, action }]);
    };
    return { good: add('good'), bad: add('bad') };
  }, []);
  useEffect(() => {
    // In the top layer, so that a modal dialog does not hide the message.
    if (messages.length > 0) {
      region.current?.hidePopover();
      region.current?.showPopover();
    } else region.current?.hidePopover();
  }, [messages]);
  return (
    <ToastContext.Provider value={toasts}>
      {children}
      <div
        ref={region}
        popover="manual"
        className="c-toasts"
        role="region"
        aria-label={text('notifications')}
        aria-live="polite"
      >
        {messages.map((message) => (
          <ToastView key={message.id} message={message} onEnd={() => drop(message.id)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
};

const ToastView = ({ message, onEnd }: { message: Message; onEnd: () => void }) => {
  const text = useUiText();
  const [held, setHeld] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (held) return;
    const shown = message.action ? SHOWN_FOR.bad : SHOWN_FOR[message.tone];
    const timer = setTimeout(() => end.current(), shown);
    return () => clearTimeout(timer);
  }, [held, message.tone, message.action]);
  const Icon = message.tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <div
      className="c-toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="c-icon" aria-hidden />
      <div>{message.text}</div>
      {message.action && (
        <button
          type="button"
          className="c-toast-action"
          data-testid="toast-action"
          onClick={() => {
            message.action?.run();
            onEnd();
          }}
        >
          {message.action.label}
        </button>
      )}
      <button type="button" aria-label={text('action.close')} onClick={onEnd}>
        <X className="c-icon" aria-hidden />
      </button>
    </div>
  );
};

export const useToast = (): Toasts => {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a <ToastProvider> above');
  return toasts;
};
