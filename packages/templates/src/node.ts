import type { Scalar } from './keywords';
import type { PlaceStyle } from './place';
import type { Position } from './template-error';

/** Where a value is read: `up` scopes outwards, then along `path`; or data of the innermost list. */
export type Reference =
  | { readonly from: 'scope'; readonly up: number; readonly path: readonly string[] }
  | { readonly from: 'root'; readonly path: readonly string[] }
  | { readonly from: 'loop'; readonly name: 'index' | 'first' | 'last'; readonly up: number };

/** How a value is written. */
export interface Format {
  readonly type: Scalar['type'];
  readonly style?: 'short' | 'medium' | 'long' | 'full';
  readonly decimals?: number;
}

export type PlaceNode =
  { readonly kind: 'text'; readonly style: PlaceStyle } | { readonly kind: 'qrCode'; readonly size: number };

export interface TextNode extends Position {
  readonly node: 'text';
  readonly text: string;
  /** Offset of the text in the source, where whitespace control removed nothing before it. */
  readonly source: string;
}
export interface ValueNode extends Position {
  readonly node: 'value';
  readonly reference: Reference;
  readonly format: Format;
  /** Inserted without escaping: rich text. */
  readonly raw: boolean;
  /** The value is the content of a place of the page. */
  readonly place?: PlaceNode | undefined;
}
export type Condition =
  | { readonly test: 'truthy'; readonly operand: Reference }
  | { readonly test: 'equal' | 'greater'; readonly operand: Reference; readonly other: Operand };
export type Operand = { readonly literal: string | number | boolean } | { readonly reference: Reference };

export interface ConditionNode extends Position {
  readonly node: 'condition';
  readonly condition: Condition;
  readonly then: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
}
export interface EachNode extends Position {
  readonly node: 'each';
  readonly list: Reference;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
}
export interface WithNode extends Position {
  readonly node: 'with';
  readonly object: Reference;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
}
/** A checked template: every reference leads to a declared keyword. */
export type TemplateNode = TextNode | ValueNode | ConditionNode | EachNode | WithNode;
