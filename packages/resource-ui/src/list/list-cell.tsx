import { memo } from 'react';
import { Link } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceRow, ResourceScreens } from '@coulisse/mfe-kit';
import { classes, useLanguage } from '@coulisse/ui-kit';
import { fieldNamed, isEmpty } from '@coulisse/resource-client';
import { CellValue, kindOf } from '@coulisse/resource-fields';
import { widthVariable } from './column-head';

interface CellProps {
  field: FieldDescriptor;
  row: ResourceRow;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  /** Text of the link that opens the record; first cell only. */
  link: string | null;
  /** Why it cannot be edited, for screen readers; null when it can. */
  locked: boolean;
  saving: boolean;
  trouble: boolean;
  /** The only cell of the table in the tab order. */
  active: boolean;
}

export const ListCell = memo((props: CellProps) => {
  const { field, row, link, saving, trouble, active, locked } = props;
  const value = row[field.name];
  const content = <CellValue {...props} />;
  return (
    <td
      role="gridcell"
      className={classes(kindOf(field).numeric && 'c-num')}
      data-field={field.name}
      data-label={field.label[useLanguage()]}
      data-empty={isEmpty(value) || value === false || undefined}
      data-saving={saving || undefined}
      data-trouble={trouble || undefined}
      aria-readonly={locked || undefined}
      aria-invalid={trouble || undefined}
      tabIndex={link === null ? (active ? 0 : -1) : undefined}
      style={{ maxWidth: `var(${widthVariable(field.name)}, 320px)` }}
    >
      <span className="r-who">
        {link === null ? (
          <span>{content}</span>
        ) : (
          <Link className="r-open" to={props.screens.record(row.id)} tabIndex={active ? 0 : -1}>
            {isEmpty(value) ? link : content}
          </Link>
        )}
        <SecondLine {...props} />
      </span>
    </td>
  );
});
ListCell.displayName = 'ListCell';

const SecondLine = ({
  field,
  row,
  descriptor,
  screens,
}: Pick<CellProps, 'field' | 'row' | 'descriptor' | 'screens'>) => {
  const names = screens.overrides.list?.second?.[field.name] ?? [];
  const name = names.find((candidate) => !isEmpty(row[candidate]));
  const second = name ? fieldNamed(descriptor, name) : null;
  if (!second) return null;
  const { Show } = kindOf(second);
  return (
    <small>
      <Show field={second} value={row[second.name]} compact />
    </small>
  );
};
