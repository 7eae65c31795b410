import './styles/lines.css';

export type { ProductChoice } from './model/commands';
export type { DiscountKind, LinesValue, PriceEntry, Reference } from './model/document';
export { linesLocales } from './texts';
export type { DocumentTotals } from './totals';
export { LinesEditor, type LinesEditorProps } from './view/lines-editor';
