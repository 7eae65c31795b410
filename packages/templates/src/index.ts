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
  qrCode,
  richText,
  templateKind,
  type TemplateFormat,
  type TemplateKind,
  text,
  url,
} from './keywords';
export { SUBJECT_LENGTH, TEMPLATE_LIMITS, type TemplateLimits } from './limits';
export { type MailTemplate, oneLine, type RenderedMail, renderMail } from './render-mail';
export { MOST_PLACES, type PageWithPlaces, type Place, withContents } from './place';
export { qrCodePicture } from './qr-code';
export { renderPage, renderTemplate } from './render-template';
export { type TemplateError, type TemplateErrorCode, TemplateLimitError } from './template-error';
