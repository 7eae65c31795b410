export { type InOwnLook, type LoadedTemplate, Templates, type TemplateSettings } from './templates';
export { templateRoutes, type TemplateRouteSettings } from './template.routes';
export {
  DEFAULT_REGION,
  type Region,
  servedTemplate,
  type ServedTemplate,
  TEMPLATE_LOCALES,
  type TemplateLocale,
  type TemplateTexts,
} from './served-template';
export { templateFiles } from './template-attachments';
