/** What a keyword holds. `amount` is in cents, `percent` in basis points, `date` is `YYYY-MM-DD`. */
export type ScalarType =
  | 'text'
  | 'number'
  | 'amount'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'flag'
  | 'url'
  | 'image'
  | 'qrCode'
  | 'color'
  | 'richText';

/** A value that a template may insert. */
export interface Scalar<V = unknown> {
  readonly type: ScalarType;
  /** Type of the value in the data; exists for the compiler only. */
  readonly valueType?: V;
}
/** Keywords by name. */
export interface KeywordTree {
  readonly [name: string]: Keyword;
}
/** Values that a template may repeat. */
export interface ListKeyword<T extends KeywordTree = KeywordTree> {
  readonly type: 'list';
  readonly items: T;
}
export type Keyword = Scalar | ListKeyword | KeywordTree;

const scalar = <V>(type: ScalarType): Scalar<V> => ({ type });
export const text = scalar<string | null | undefined>('text');
export const number = scalar<number | null | undefined>('number');
/** Cents of the data's currency. */
export const amount = scalar<number | null | undefined>('amount');
/** Basis points: 550 is 5.5 %. */
export const percent = scalar<number | null | undefined>('percent');
/** `YYYY-MM-DD`. */
export const date = scalar<string | null | undefined>('date');
/** A moment, shown in the data's time zone. */
export const dateTime = scalar<Date | string | null | undefined>('dateTime');
/** True or false, for conditions. */
export const flag = scalar<boolean | null | undefined>('flag');
/** A link: http, https, mailto or tel. */
export const url = scalar<string | null | undefined>('url');
/** A picture as `data:image/…`; in mails also an https address. */
export const image = scalar<string | null | undefined>('image');
/** Content of a QR code, shown as a picture only. */
export const qrCode = scalar<string | null | undefined>('qrCode');
/** `#rgb` or `#rrggbb`. */
export const color = scalar<string | null | undefined>('color');
/** HTML of a text editor, sanitised again when it is inserted. */
export const richText = scalar<string | null | undefined>('richText');

export const list = <const T extends KeywordTree>(items: T): ListKeyword<T> => ({ type: 'list', items });

export const isScalar = (keyword: Keyword): keyword is Scalar =>
  typeof keyword.type === 'string' && keyword.type !== 'list';
export const isList = (keyword: Keyword): keyword is ListKeyword => keyword.type === 'list';

/** The data of a tree of keywords. */
export type DataOf<T> =
  T extends Scalar<infer V>
    ? V
    : T extends ListKeyword<infer I>
      ? readonly DataOf<I>[]
      : { readonly [K in keyof T]: DataOf<T[K]> };

/** `pdf`: HTML that becomes a document. `mail`: MJML with a subject. */
export type TemplateFormat = 'pdf' | 'mail';

/** A kind of template: its name, such as `sales.quote`, and the keywords that its templates may use. */
export interface TemplateKind<T extends KeywordTree = KeywordTree> {
  readonly name: string;
  readonly kind: TemplateFormat;
  readonly keywords: T;
}

const KIND_NAME = /^[a-z][a-z-]{0,39}\.[a-z][a-z0-9-]{0,39}$/;
const KEYWORD_NAME = /^[a-zA-Z][a-zA-Z0-9]{0,39}$/;
/** Names with a meaning in JavaScript or in the language of templates. */
const RESERVED = new Set([
  ...[
    'constructor',
    'prototype',
    'this',
    'else',
    'if',
    'unless',
    'each',
    'with',
    'lookup',
    'log',
    'true',
    'false',
  ],
  ...['null', 'undefined', 'as', 'type', 'toString', 'valueOf', 'hasOwnProperty'],
]);

/** Declares a kind of template. Throws when a name cannot be used in templates. */
export function templateKind<const T extends KeywordTree>(kind: TemplateKind<T>): TemplateKind<T> {
  if (!KIND_NAME.test(kind.name)) throw new Error(`${kind.name} is no name of a template kind`);
  checkNames(kind.name, kind.keywords);
  return kind;
}

function checkNames(path: string, tree: KeywordTree): void {
  for (const [name, keyword] of Object.entries(tree)) {
    if (!KEYWORD_NAME.test(name) || RESERVED.has(name)) throw new Error(`${path}.${name} is no keyword`);
    if (isList(keyword)) checkNames(`${path}.${name}`, keyword.items);
    else if (!isScalar(keyword)) checkNames(`${path}.${name}`, keyword);
  }
}

/** A keyword as it is described to editors: its path, such as `quote.lines.label`, and its type. */
export interface DescribedKeyword {
  readonly path: string;
  readonly type: ScalarType | 'list' | 'group';
}

/** All keywords of a tree, parents first. */
export function describeKeywords(tree: KeywordTree, prefix = ''): DescribedKeyword[] {
  return Object.entries(tree).flatMap(([name, keyword]): DescribedKeyword[] => {
    const path = `${prefix}${name}`;
    if (isScalar(keyword)) return [{ path, type: keyword.type }];
    return isList(keyword)
      ? [{ path, type: 'list' }, ...describeKeywords(keyword.items, `${path}.`)]
      : [{ path, type: 'group' }, ...describeKeywords(keyword, `${path}.`)];
  });
}
