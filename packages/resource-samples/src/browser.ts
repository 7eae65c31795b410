import { TextDecoder, TextEncoder } from 'node:util';

/** The parts of the fetch API that responses of the sample server and its callers use. */
class MemoryHeaders {
  private readonly entries: Map<string, string>;
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.entries = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }
  get(name: string): string | null {
    return this.entries.get(name.toLowerCase()) ?? null;
  }
  [Symbol.iterator]() {
    return this.entries[Symbol.iterator]();
  }
}

interface ResponseSettings {
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

class MemoryResponse {
  readonly status: number;
  readonly statusText = '';
  readonly headers: MemoryHeaders;
  constructor(
    private readonly content: string | null,
    { status = 200, headers = {} }: ResponseSettings = {},
  ) {
    this.status = status;
    this.headers = new MemoryHeaders(headers);
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  text(): Promise<string> {
    return Promise.resolve(this.content ?? '');
  }
  blob(): Promise<Blob> {
    return Promise.resolve(new Blob([this.content ?? ''], { type: this.headers.get('Content-Type') ?? '' }));
  }
}

/** What the router makes of a navigation. */
class MemoryRequest {
  readonly method: string;
  readonly signal: AbortSignal | null;
  constructor(
    readonly url: string,
    { method = 'GET', signal = null }: RequestInit = {},
  ) {
    this.method = method;
    this.signal = signal;
  }
}

/** Nothing is laid out in jsdom, so nothing is observed either. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const EMPTY_BOX = { x: 0, y: 0, top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0 };

/** Only widths are compared; the window of jsdom is 1024 pixels wide. Dark mode and the like do not match. */
const matchMedia = (media: string) => {
  const [, bound, width] = /\((min|max)-width: ([\d.]+)em\)/.exec(media) ?? [];
  const pixels = Number(width) * 16;
  const isWider = window.innerWidth >= pixels;
  const isNarrower = window.innerWidth <= pixels;
  return {
    media,
    matches: bound === 'min' ? isWider : bound === 'max' ? isNarrower : false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
};

/** Modal dialogs, the last one on top. */
const modals: HTMLDialogElement[] = [];

function showModal(this: HTMLDialogElement): void {
  this.open = true;
  modals.push(this);
}

function close(this: HTMLDialogElement): void {
  this.open = false;
  if (modals.includes(this)) modals.splice(modals.indexOf(this), 1);
}

/** Escape cancels the dialog on top after all key handlers, unless one has prevented it; none can stop the event. */
const cancelOnEscape = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape') return;
  const top = modals.findLast(({ isConnected }) => isConnected);
  setTimeout(() => {
    if (!event.defaultPrevented) top?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
};

function readText(this: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsText(this);
  });
}

const nothing = (): void => undefined;

const define = (target: object, members: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(members))
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
};

/** Adds to jsdom what it lacks and the screens use. Layout stays absent: every box is empty, scrolling does nothing. */
export const installBrowser = (): void => {
  define(globalThis, {
    TextEncoder,
    TextDecoder,
    Headers: MemoryHeaders,
    Request: MemoryRequest,
    Response: MemoryResponse,
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    CSS: { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) },
  });
  define(window, { matchMedia });
  define(URL, { createObjectURL: () => 'blob:sample', revokeObjectURL: nothing });
  define(Element.prototype, { scrollIntoView: nothing, scrollTo: nothing });
  define(HTMLElement.prototype, { showPopover: nothing, hidePopover: nothing });
  define(HTMLDialogElement.prototype, { showModal, close });
  // Null in jsdom, which has no layout: PrimeReact would take every overlay for hidden.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  define(Blob.prototype, { text: readText });
  define(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => EMPTY_BOX });
  define(Document.prototype, { elementFromPoint: () => null });
};

window.addEventListener('keydown', cancelOnEscape, true);
// When the module is loaded: the router needs some of it when it is imported.
installBrowser();
