/** The editor without its screen: documents, commands, amounts, and the values of a record. */
export { applyCommand, type Command, insertGroup, insertLine } from './model/commands';
export { parseBlock } from './model/block';
export {
  groupsOf,
  type DocumentLine,
  linesOf,
  type LinesDocument,
  type LinesValue,
  readDocument,
  writeDocument,
} from './model/document';
export { createLinesStore } from './store';
export { computeTotals, type DocumentTotals } from './totals';
