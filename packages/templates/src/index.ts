export { compileMailBody } from './check-mail';
export {
  checkTemplate,
  type Compiled,
  compileSubject,
  compileTemplate,
  type Template,
} from './check-template';
export type { FormatSettings } from './format-value';
export {
  amount,
  color,
  type DataOf,
  date,
  dateTime,
  type DescribedKeyword,
  describeKeywords,
  flag,
  image,
  type KeywordTree,
  list,
  number,
  percent,
  richText,
  templateKind,
  type TemplateFormat,
  type TemplateKind,
  text,
  url,
} from './keywords';
export { SUBJECT_LENGTH, TEMPLATE_LIMITS, type TemplateLimits } from './limits';
export { type MailTemplate, oneLine, type RenderedMail, renderMail } from './render-mail';
export { renderTemplate } from './render-template';
export { type TemplateError, type TemplateErrorCode, TemplateLimitError } from './template-error';
