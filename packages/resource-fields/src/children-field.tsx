import { LinesEdit } from './children/lines-edit';
import { linesOf } from './children/lines';
import { LinesShow } from './children/lines-show';
import type { FieldKindView } from './kind';

export const childrenField: FieldKindView = {
  Show: LinesShow,
  Edit: LinesEdit,
  text: (value) => String(linesOf(value).length),
  wide: true,
  ownLabel: true,
  large: true,
  filters: [],
};
