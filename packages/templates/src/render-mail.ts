import { createRequire } from 'node:module';
import type { Template } from './check-template';
import { CompiledMails } from './compiled-mails';
import type { FormatSettings } from './format-value';
import { MAIL_LIMITS, SUBJECT_LENGTH } from './limits';
import { plainTextOf } from './plain-text';
import { renderTemplate } from './render-template';

/** A mail without its recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface MjmlIssue {
  readonly line: number;
  readonly message: string;
}
type Mjml = (
  source: string,
  options: Record<string, unknown>,
) => Promise<{ html: string; errors: readonly MjmlIssue[] }>;

const load = createRequire(__filename);
let compiler: { mjml: Mjml; preset: unknown } | null = null;
/** Loaded with the first mail: it takes a third of a second. The package `mjml` would add its command line. */
function mjmlCompiler(): { mjml: Mjml; preset: unknown } {
  compiler ??= {
    mjml: (load('mjml-core') as { default: Mjml }).default,
    preset: presetOf(load('mjml-preset-core') as { default?: unknown }),
  };
  return compiler;
}

/** Its build has a default export for some module systems only. */
const presetOf = (module: { default?: unknown }): unknown => module.default ?? module;

/** MJML to HTML, without files and without fonts of the web; with what is wrong in the MJML. */
export async function compileMjml(source: string): Promise<{ html: string; issues: readonly MjmlIssue[] }> {
  const { mjml, preset } = mjmlCompiler();
  const { html, errors } = await mjml(source, {
    presets: [preset],
    fonts: {},
    ignoreIncludes: true,
    useMjmlConfigOptions: false,
    validationLevel: 'soft',
    keepComments: false,
    minify: false,
  });
  return { html, issues: errors };
}

/** Control characters and the separators that some readers treat as line ends. */
// eslint-disable-next-line no-control-regex -- they are what is removed
const LINE_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g;

/** One line, so that a value cannot begin another header; its end is cut off where it is longer than a subject may be. */
export const oneLine = (text: string, length = SUBJECT_LENGTH): string => {
  const line = text.replace(LINE_BREAKS, ' ').trim();
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
};

export interface MailTemplate {
  readonly subject: Template;
  readonly body: Template;
}

const compiledMails = new CompiledMails(async (source) => (await compileMjml(source)).html);

/** Renders a mail: MJML as HTML, the same as plain text, and its subject. */
export async function renderMail(
  { subject, body }: MailTemplate,
  data: unknown,
  settings: FormatSettings,
  limits = MAIL_LIMITS,
): Promise<RenderedMail> {
  const html = await compiledMails.html(body, data, settings, limits);
  return {
    subject: oneLine(renderTemplate(subject, data, settings, limits)),
    html,
    text: plainTextOf(html),
  };
}
