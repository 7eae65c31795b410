import type { Template } from './check-template';
import { escapeHtml } from './escape';
import { type FormatSettings, ValueFormatter } from './format-value';
import { TEMPLATE_LIMITS, type TemplateLimits } from './limits';
import type {
  Condition,
  EachNode,
  Format,
  Operand,
  PlaceNode,
  Reference,
  TemplateNode,
  ValueNode,
} from './node';
import { MOST_PLACES, type PageWithPlaces, type Place, placeMarker, withContents } from './place';
import { sanitizeRichText } from './rich-text';
import { TemplateLimitError } from './template-error';

/** The values around a place of the template. */
interface Frame {
  readonly value: unknown;
  readonly loop: { readonly index: number; readonly length: number } | null;
  readonly outer: Frame | null;
}

/** How often the clock is read. */
const STEPS_BETWEEN_CLOCKS = 512;

/**
 * Evaluates a checked template, without generating code. Ends after a number of steps, of characters or of milliseconds
 * with a TemplateLimitError.
 */
export function renderTemplate(
  template: Template,
  data: unknown,
  settings: FormatSettings,
  limits: TemplateLimits = TEMPLATE_LIMITS,
): string {
  const page = renderPage(template, data, settings, limits);
  return page.places.length === 0 ? page.html : withContents(page);
}

/** The same with the contents of places apart: pages that differ in them alone have the same HTML. */
export function renderPage(
  template: Template,
  data: unknown,
  settings: FormatSettings,
  limits: TemplateLimits = TEMPLATE_LIMITS,
): PageWithPlaces {
  return new Rendering(template, settings, limits).run(data);
}

/** A result whose texts from the data stand apart from what the template makes of it. */
export interface FrameWithTexts {
  /** With `textMark(n)` where text n stands. */
  readonly frame: string;
  /** Escaped. */
  readonly texts: readonly string[];
}

// A private character: what contains it already is not taken apart.
const MARK = '\ue0a7';
const textMark = (index: number): string => `${MARK}${index}${MARK}`;
const MARKS = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');

/** The frame with its texts; a frame that was processed may have a text several times, or not at all. */
export const withTexts = (frame: string, texts: readonly string[]): string =>
  frame.replace(MARKS, (_mark, index: string) => texts[Number(index)]!);

/**
 * As `renderTemplate`, with the texts that stand between elements apart: results that differ in them alone have the same
 * frame. Null when the template or its data contains a mark.
 */
export function renderFrame(
  template: Template,
  data: unknown,
  settings: FormatSettings,
  limits: TemplateLimits = TEMPLATE_LIMITS,
): FrameWithTexts | null {
  const texts: string[] = [];
  const { html: frame } = new Rendering(template, settings, limits, texts).run(data);
  return frame.split(MARK).length - 1 === texts.length * 2 ? { frame, texts } : null;
}

class Rendering {
  private readonly output: string[] = [];
  private readonly places: Place[] = [];
  private readonly formatter: ValueFormatter;
  private readonly deadline: number;
  private length = 0;
  private steps = 0;

  constructor(
    private readonly template: Template,
    settings: FormatSettings,
    private readonly limits: TemplateLimits,
    /** Where texts are collected that are marked in the result. */
    private readonly texts: string[] | null = null,
  ) {
    this.formatter = new ValueFormatter(settings, template.kind.kind === 'mail');
    this.deadline = performance.now() + limits.time;
  }

  run(data: unknown): PageWithPlaces {
    this.nodes(this.template.nodes, { value: data, loop: null, outer: null });
    return { html: this.output.join(''), places: this.places };
  }

  private nodes(nodes: readonly TemplateNode[], frame: Frame): void {
    for (const node of nodes) this.node(node, frame);
  }

  private node(node: TemplateNode, frame: Frame): void {
    this.countStep();
    switch (node.node) {
      case 'text':
        return this.write(node.text);
      case 'value':
        return this.value(node, frame);
      case 'condition':
        return this.nodes(this.holds(node.condition, frame) ? node.then : node.otherwise, frame);
      case 'each':
        return this.each(node, frame);
      case 'with': {
        const value = read(node.object, frame);
        if (!isTruthy(value)) return this.nodes(node.otherwise, frame);
        return this.nodes(node.body, { value, loop: null, outer: frame });
      }
    }
  }

  private value(node: ValueNode, frame: Frame): void {
    const { reference, format, raw, place } = node;
    const value = read(reference, frame);
    if (place) return this.place(place, value, format);
    if (raw) return this.write(typeof value === 'string' ? sanitizeRichText(value) : '');
    const text = this.formatter.write(value, format);
    const written = this.template.target === 'markup' ? escapeHtml(withoutControls(text)) : text;
    // What is left out when it is empty belongs to the frame.
    if (!this.texts || !this.template.apart.has(node) || written.trim() === '') return this.write(written);
    this.countLength(written);
    this.write(textMark(this.texts.push(written) - 1));
  }

  private place(place: PlaceNode, value: unknown, format: Format): void {
    if (place.kind === 'qrCode' && (typeof value !== 'string' || value === '')) return;
    if (this.places.length >= MOST_PLACES)
      throw new TemplateLimitError('template.output-too-large', { max: MOST_PLACES });
    const marker = placeMarker(this.places.length);
    const written =
      place.kind === 'text' ? withoutControls(this.formatter.write(value, format)) : String(value);
    this.countLength(written);
    this.places.push({ ...place, value: written });
    this.write(marker);
  }

  private each({ list, body, otherwise }: EachNode, frame: Frame): void {
    const items = read(list, frame);
    if (!Array.isArray(items) || items.length === 0) return this.nodes(otherwise, frame);
    for (const [index, value] of items.entries()) {
      this.countStep();
      this.nodes(body, { value, loop: { index, length: items.length }, outer: frame });
    }
  }

  private holds(condition: Condition, frame: Frame): boolean {
    const value = read(condition.operand, frame);
    if (condition.test === 'truthy') return isTruthy(value);
    const other = operandOf(condition.other, frame);
    if (condition.test === 'equal') return value === other;
    return typeof value === typeof other && (typeof value === 'number' || typeof value === 'string')
      ? value > (other as typeof value)
      : false;
  }

  private write(text: string): void {
    this.countLength(text);
    this.output.push(text);
  }

  private countLength(text: string): void {
    this.length += text.length;
    if (this.length > this.limits.output)
      throw new TemplateLimitError('template.output-too-large', { max: this.limits.output });
  }

  private countStep(): void {
    this.steps++;
    const isLate = this.steps % STEPS_BETWEEN_CLOCKS === 0 && performance.now() > this.deadline;
    if (isLate || this.steps > this.limits.steps)
      throw new TemplateLimitError('template.too-slow', { steps: this.limits.steps, ms: this.limits.time });
  }
}

/** Reads own properties of plain values only: prototypes and getters of classes are out of reach. */
function follow(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

function read(reference: Reference, frame: Frame): unknown {
  if (reference.from === 'root') return follow(outermost(frame).value, reference.path);
  if (reference.from === 'loop') {
    const { index, length } = loopAt(frame, reference.up);
    return { index, first: index === 0, last: index === length - 1 }[reference.name];
  }
  let start = frame;
  for (let up = 0; up < reference.up && start.outer; up++) start = start.outer;
  return follow(start.value, reference.path);
}

const outermost = (frame: Frame): Frame => (frame.outer === null ? frame : outermost(frame.outer));

function loopAt(frame: Frame | null, up: number): { index: number; length: number } {
  if (frame === null) return { index: 0, length: 1 };
  if (frame.loop === null) return loopAt(frame.outer, up);
  return up === 0 ? frame.loop : loopAt(frame.outer, up - 1);
}

const operandOf = (operand: Operand, frame: Frame): unknown =>
  'literal' in operand ? operand.literal : read(operand.reference, frame);

/** As Handlebars: nothing, zero, an empty text and an empty list are false. */
const isTruthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Control characters are not allowed in HTML. */
const withoutControls = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- they are what is removed
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
