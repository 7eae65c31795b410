import type { Template } from './check-template';
import type { FormatSettings } from './format-value';
import type { TemplateLimits } from './limits';
import { renderFrame, renderTemplate, withTexts } from './render-template';

/** Characters of frames and of what was made of them that a process keeps. */
const MOST_CHARACTERS = 8_000_000;

/**
 * Mails of a template whose texts differ are compiled once: compiling takes a hundred times as long as writing the texts
 * into what was made of the frame around them. The frames used longest ago are dropped first.
 */
export class CompiledMails {
  private readonly compiled = new Map<string, string>();
  private characters = 0;

  constructor(
    private readonly compile: (source: string) => Promise<string>,
    private readonly mostCharacters = MOST_CHARACTERS,
  ) {}

  async html(
    body: Template,
    data: unknown,
    settings: FormatSettings,
    limits: TemplateLimits,
  ): Promise<string> {
    const rendered = renderFrame(body, data, settings, limits);
    if (!rendered) return this.compile(renderTemplate(body, data, settings, limits));
    const { frame, texts } = rendered;
    const earlier = this.compiled.get(frame);
    const html = earlier ?? (await this.compile(frame));
    this.keep(frame, html);
    return withTexts(html, texts);
  }

  private keep(frame: string, html: string): void {
    if (this.compiled.delete(frame)) this.characters -= frame.length + html.length;
    this.compiled.set(frame, html);
    this.characters += frame.length + html.length;
    for (const [oldest, made] of this.compiled) {
      if (this.characters <= this.mostCharacters) return;
      this.compiled.delete(oldest);
      this.characters -= oldest.length + made.length;
    }
  }
}
