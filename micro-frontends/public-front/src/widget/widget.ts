import type { FrameMessage } from '@coulisse/contracts/embedding';
import { addressesOf, languageAt } from './frame-address';
import { TEXTS } from './texts';

/**
 * `<coulisse-tickets show="…">`: the box office inside a page of the theatre's own site. The page loads this script and
 * nothing else; what it shows is a frame. Where that is not allowed, or is no answer, there is a link instead.
 */

/** Origin of the box office: where this script comes from. */
const TICKETS = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).origin;
/** Once the frame has loaded, its page says so; a page that may not be embedded says nothing. */
const SILENCE_MS = 2_500;
const FIRST_HEIGHT = 480;
const LARGEST_HEIGHT = 20_000;

/** Styles of a page do not reach into the element; `!important` of the inside counts more than that of the page. */
const STYLES = `
:host { all: initial !important; display: block !important; font: 16px/24px system-ui, sans-serif !important; }
:host([hidden]) { display: none !important; }
iframe { display: block; width: 100%; height: ${FIRST_HEIGHT}px; border: 0; color-scheme: auto; }
p { margin: 0 0 8px; color: #575268; }
a { color: #1b4f9c; }
[hidden] { display: none; }
`;

const isMessage = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && 'type' in data && String(data.type).startsWith('coulisse:');

class CoulisseTickets extends HTMLElement {
  static observedAttributes = ['show', 'theatre', 'performance', 'lang'];

  private readonly inside = this.attachShadow({ mode: 'open' });
  private frame: HTMLIFrameElement | null = null;
  private status: HTMLParagraphElement | null = null;
  private instead: HTMLElement | null = null;
  private address = '';
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    // Not a style element: the policy of the page may refuse it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.inside.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    window.addEventListener('message', this.onMessage);
    document.addEventListener('securitypolicyviolation', this.onViolation);
    this.show();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.onMessage);
    document.removeEventListener('securitypolicyviolation', this.onViolation);
    clearTimeout(this.silence);
    this.inside.replaceChildren();
    this.address = '';
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.show();
  }

  private show(): void {
    const language = languageAt(this);
    const texts = TEXTS[language];
    const attribute = (name: string) => this.getAttribute(name);
    const addresses = addressesOf(
      { theatre: attribute('theatre'), show: attribute('show'), performance: attribute('performance') },
      { tickets: TICKETS, site: location.origin, language },
    );
    if (addresses?.frame === this.address) return;
    this.address = addresses?.frame ?? '';
    clearTimeout(this.silence);

    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    status.lang = language;
    this.status = status;
    // What the page has inside of the element, else a link: shown when the frame cannot be.
    const instead = document.createElement('slot');
    instead.hidden = true;
    const link = document.createElement('a');
    link.href = addresses?.page ?? `${TICKETS}/app`;
    link.textContent = texts.link;
    link.lang = language;
    instead.append(link);
    this.instead = instead;
    this.inside.replaceChildren(status, instead);
    if (!addresses) {
      this.frame = null;
      return this.refuse();
    }

    status.textContent = texts.loading;
    const frame = document.createElement('iframe');
    frame.title = texts.title;
    frame.src = addresses.frame;
    frame.addEventListener('load', () => {
      clearTimeout(this.silence);
      this.silence = setTimeout(() => this.refuse(), SILENCE_MS);
    });
    this.frame = frame;
    this.inside.append(frame);
  }

  /** The frame shows nothing: another page has taken its place, or no page was allowed. */
  private refuse(): void {
    clearTimeout(this.silence);
    if (this.status) this.status.textContent = TEXTS[languageAt(this)].refused;
    if (this.instead) this.instead.hidden = false;
    if (this.frame) this.frame.hidden = true;
    this.setAttribute('data-state', 'refused');
  }

  private open(): void {
    clearTimeout(this.silence);
    if (this.status) this.status.textContent = '';
    if (this.instead) this.instead.hidden = true;
    if (this.frame) this.frame.hidden = false;
    this.setAttribute('data-state', 'open');
  }

  private readonly onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    const { frame } = this;
    if (origin !== TICKETS || !frame || source !== frame.contentWindow || !isMessage(data)) return;
    this.open();
    if (data.type === 'coulisse:height' && Number.isFinite(data.height)) {
      const height = Math.min(Math.max(data.height, 1), LARGEST_HEIGHT);
      // On the element itself: no policy refuses what a script sets there.
      frame.style.height = `${height}px`;
    }
    if (data.type === 'coulisse:page' && this.getBoundingClientRect().top < 0) this.scrollIntoView();
  };

  /** The policy of the page itself refuses the frame. */
  private readonly onViolation = (event: SecurityPolicyViolationEvent): void => {
    const isFrame = /^(?:frame|child|default)-src/.test(event.effectiveDirective);
    if (isFrame && this.frame && event.blockedURI.startsWith(TICKETS)) this.refuse();
  };
}

if (!customElements.get('coulisse-tickets')) customElements.define('coulisse-tickets', CoulisseTickets);
