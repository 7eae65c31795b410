import { attributeKind, isAllowedElement, RAW_ELEMENTS, STYLE_ELEMENTS } from './allowed-markup';
import { checkAttribute, checkStyle, type AttributeValue, type Part } from './check-attribute';
import type { ScalarType, TemplateFormat } from './keywords';
import type { TemplateErrorCode } from './template-error';

/** Where in the markup a position of the source is. */
type Mode =
  | 'text'
  | 'tagOpen'
  | 'tagName'
  | 'endTag'
  | 'beforeAttribute'
  | 'attributeName'
  | 'afterAttributeName'
  | 'beforeValue'
  | 'value'
  | 'afterValue'
  | 'selfClosing'
  | 'declaration'
  | 'comment'
  | 'raw';

interface State {
  readonly mode: Mode;
  readonly element: string;
  readonly attribute: string;
  readonly quote: string;
  /** Name or declaration that is being read. */
  readonly buffer: string;
  /** Parts of the attribute's value or of the raw text that is being read. */
  readonly value: AttributeValue;
}

const NOTHING: AttributeValue = { parts: [], mixed: false };
const START: State = { mode: 'text', element: '', attribute: '', quote: '', buffer: '', value: NOTHING };
const LETTER = /[a-z]/i;
const NAME = /[a-z0-9-]/i;
const SPACE = /[\t\n\f\r ]/;

/** After a value, or before the next attribute. */
const placeOf = (mode: Mode): Mode => (mode === 'afterValue' ? 'beforeAttribute' : mode);

type Report = (code: TemplateErrorCode, offset: number, detail: string) => void;

const withText = ({ parts, mixed }: AttributeValue, text: string): AttributeValue => {
  const last = parts.at(-1);
  if (last !== undefined && 'text' in last)
    return { parts: [...parts.slice(0, -1), { text: last.text + text }], mixed };
  return { parts: [...parts, { text }], mixed };
};

/**
 * Follows the markup of a template through its texts, values and branches. Elements and attributes outside the allowed
 * ones, and values anywhere but in texts and quoted attributes, are errors: so escaping a value is enough.
 */
export class MarkupScanner {
  private state = START;

  constructor(private readonly format: TemplateFormat) {}

  /** A text of the template. Offsets of reported errors count from its start. */
  text(text: string, report: Report): void {
    let at = 0;
    while (at < text.length) at = this.step(text, at, report);
  }

  /** A value of a type. */
  insertion(type: ScalarType, raw: boolean): boolean {
    const { mode, element } = this.state;
    if (raw || type === 'richText') return mode === 'text' && raw;
    if (mode === 'text') return true;
    const isValue =
      mode === 'value' || (mode === 'raw' && (!STYLE_ELEMENTS.has(element) || type === 'color'));
    if (!isValue) return false;
    const { parts, mixed } = this.state.value;
    this.state = { ...this.state, value: { parts: [...parts, { type }], mixed } };
    return true;
  }

  /** A place of the page: an element of its own, so only where elements may stand. */
  place(): boolean {
    return this.format === 'pdf' && this.state.mode === 'text';
  }

  /** Runs branches that each begin where the scanner is; false when they end at different positions of the markup. */
  branches(runs: readonly (() => void)[]): boolean {
    const { value } = this.state;
    const { isInValue } = this;
    // The texts of a branch begin a part of their own.
    const start: State = isInValue
      ? { ...this.state, value: { parts: [...value.parts, { text: '' }], mixed: true } }
      : this.state;
    const ends = runs.map((run) => {
      this.state = start;
      run();
      return this.state;
    });
    const added = ends.flatMap((end): readonly Part[] => end.value.parts.slice(value.parts.length));
    const isBalanced = ends.every(
      (end) =>
        placeOf(end.mode) === placeOf(start.mode) &&
        end.attribute === start.attribute &&
        end.quote === start.quote &&
        end.buffer === start.buffer &&
        (start.mode === 'text' || end.element === start.element),
    );
    // After a value an attribute needs a space first: the stricter place follows.
    const mode = ends.find((end) => end.mode === 'afterValue')?.mode ?? start.mode;
    this.state = isInValue
      ? { ...start, value: { parts: [...start.value.parts, ...added], mixed: true } }
      : { ...start, mode: isBalanced ? mode : start.mode };
    return isBalanced;
  }

  /** Where elements and texts may stand, and the markup may end. */
  get isBetweenElements(): boolean {
    return this.state.mode === 'text';
  }

  /** In the address of a link. */
  get isInLink(): boolean {
    return this.state.mode === 'value' && this.state.attribute === 'href';
  }

  private get isInValue(): boolean {
    return this.state.mode === 'value' || this.state.mode === 'raw';
  }

  private to(mode: Mode, changes: Partial<State> = {}): void {
    this.state = { ...this.state, mode, ...changes };
  }

  /** Reads from `at`; returns the offset of what follows. */
  private step(text: string, at: number, report: Report): number {
    const { mode } = this.state;
    const char = text.charAt(at);
    switch (mode) {
      case 'text':
        return this.inText(text, at);
      case 'raw':
        return this.inRaw(text, at, report);
      case 'value':
        return this.inValue(text, at, report);
      case 'comment':
        return this.inComment(text, at, report);
      case 'declaration':
        return this.inDeclaration(text, at, report);
      case 'tagOpen':
        return this.inTagOpen(char, at, report);
      case 'tagName':
        return this.inTagName(char, at, report);
      case 'endTag':
        return this.inEndTag(char, at, report);
      default:
        return this.inAttributes(char, at, report);
    }
  }

  private inText(text: string, at: number): number {
    const next = text.indexOf('<', at);
    if (next < 0) return text.length;
    this.to('tagOpen', { buffer: '' });
    return next + 1;
  }

  private inTagOpen(char: string, at: number, report: Report): number {
    if (char === '/') this.to('endTag', { buffer: '' });
    else if (char === '!') this.to('declaration', { buffer: '' });
    else if (LETTER.test(char)) this.to('tagName', { buffer: char.toLowerCase() });
    else {
      report('template.markup', at, `<${char}`);
      this.to('text');
    }
    return at + 1;
  }

  private inTagName(char: string, at: number, report: Report): number {
    const { buffer } = this.state;
    if (NAME.test(char)) {
      this.to('tagName', { buffer: buffer + char.toLowerCase() });
      return at + 1;
    }
    if (!isAllowedElement(this.format, buffer))
      report('template.forbidden-element', at - 1, buffer.slice(0, 40));
    else if (!SPACE.test(char) && char !== '>' && char !== '/') report('template.markup', at, char);
    this.to('beforeAttribute', { element: buffer, attribute: '', buffer: '' });
    return at;
  }

  private inEndTag(char: string, at: number, report: Report): number {
    const { buffer } = this.state;
    if (char === '>') {
      if (!isAllowedElement(this.format, buffer.trimEnd()))
        report('template.forbidden-element', at - 1, buffer);
      this.to('text', { buffer: '' });
    } else if (NAME.test(char) || (SPACE.test(char) && buffer !== '')) {
      this.to('endTag', { buffer: (buffer + char.toLowerCase()).slice(0, 60) });
    } else {
      report('template.markup', at, `</${buffer}${char}`);
      this.to('text', { buffer: '' });
    }
    return at + 1;
  }

  private inAttributes(char: string, at: number, report: Report): number {
    const { mode, buffer } = this.state;
    if (mode === 'beforeValue') return this.beforeValue(char, at, report);
    if (mode === 'attributeName' && NAME.test(char)) {
      this.to(mode, { buffer: buffer + char.toLowerCase() });
      return at + 1;
    }
    if (mode === 'attributeName') {
      this.to('afterAttributeName', { attribute: this.checkedName(buffer, at, report), buffer: '' });
      return at;
    }
    if (mode === 'afterAttributeName' && char === '=') {
      this.to('beforeValue');
      return at + 1;
    }
    if (char === '>') {
      this.endTagOf();
      return at + 1;
    }
    if (mode === 'selfClosing') report('template.markup', at, char);
    if (char === '/') this.to('selfClosing');
    else if (SPACE.test(char)) this.to(mode === 'afterAttributeName' ? mode : 'beforeAttribute');
    else if (LETTER.test(char) && mode !== 'afterValue')
      this.to('attributeName', { buffer: char.toLowerCase() });
    else {
      report('template.markup', at, char);
      this.to('beforeAttribute', { attribute: '' });
    }
    return at + 1;
  }

  private checkedName(name: string, at: number, report: Report): string {
    const { element } = this.state;
    if (isAllowedElement(this.format, element) && attributeKind(element, name) === null)
      report('template.forbidden-attribute', at - 1, name.slice(0, 40));
    return name;
  }

  private beforeValue(char: string, at: number, report: Report): number {
    if (char === '"' || char === "'") this.to('value', { quote: char, value: NOTHING });
    else if (!SPACE.test(char)) {
      // A value without quotes ends at a space: an inserted value could begin a new attribute.
      report('template.markup', at, `${this.state.attribute}=${char}`);
      this.to('beforeAttribute', { attribute: '' });
    }
    return at + 1;
  }

  private inValue(text: string, at: number, report: Report): number {
    const { quote, element, attribute, value } = this.state;
    const end = text.indexOf(quote, at);
    const part = text.slice(at, end < 0 ? text.length : end);
    const complete = part === '' ? value : withText(value, part);
    if (end < 0) {
      this.to('value', { value: complete });
      return text.length;
    }
    const kind = attributeKind(element, attribute);
    const refusal = kind && checkAttribute(kind, complete, this.format);
    if (refusal) report(refusal.code, at, refusal.detail);
    this.to('afterValue', { value: NOTHING, quote: '', attribute: '' });
    return end + 1;
  }

  private endTagOf(): void {
    const { element, mode } = this.state;
    // HTML ignores the slash of `<style/>`: the content of the element follows. MJML does not.
    const isRaw = RAW_ELEMENTS.has(element) && !(mode === 'selfClosing' && element.startsWith('mj-'));
    this.to(isRaw ? 'raw' : 'text', { value: NOTHING, buffer: '', attribute: '' });
  }

  /** Up to the end tag, which must be complete in one text. */
  private inRaw(text: string, at: number, report: Report): number {
    const { element, value } = this.state;
    const end = text.indexOf('<', at);
    const part = text.slice(at, end < 0 ? text.length : end);
    const complete = part === '' ? value : withText(value, part);
    if (end < 0) {
      this.to('raw', { value: complete });
      return text.length;
    }
    const tag = text.slice(end, end + element.length + 3).toLowerCase();
    if (tag !== `</${element}>`) {
      report('template.markup', end, text.slice(end, end + 20));
      this.to('raw', { value: complete });
      return end + 1;
    }
    const refusal = STYLE_ELEMENTS.has(element) ? checkStyle(complete) : null;
    if (refusal) report(refusal.code, at, refusal.detail);
    this.to('text', { value: NOTHING, element: '' });
    return end + tag.length;
  }

  /** `<!doctype html>` or the beginning of a comment. */
  private inDeclaration(text: string, at: number, report: Report): number {
    const buffer = this.state.buffer + text.charAt(at);
    this.to('declaration', { buffer });
    if (buffer === '--') this.to('comment', { buffer: '' });
    else if (/^doctype html>$/i.test(buffer)) this.to('text', { buffer: '' });
    else if (!'--'.startsWith(buffer) && !'doctype html>'.startsWith(buffer.toLowerCase())) {
      report('template.markup', at, `<!${buffer}`);
      this.to('text', { buffer: '' });
    }
    return at + 1;
  }

  /** Parsers disagree about the end of unusual comments, and some run conditional ones: only plain texts are allowed. */
  private inComment(text: string, at: number, report: Report): number {
    const char = text.charAt(at);
    const buffer = (this.state.buffer + char).slice(-3);
    const isEnd = buffer === '-->';
    if (!isEnd && ('<>[]'.includes(char) || /^--[^>]/.test(buffer))) report('template.markup', at, '<!--');
    this.to(isEnd || '<>'.includes(char) ? 'text' : 'comment', { buffer: isEnd ? '' : buffer });
    return at + 1;
  }
}
