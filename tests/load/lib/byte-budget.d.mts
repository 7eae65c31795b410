/** Bytes of a page, compressed with gzip. */
export interface PageBytes {
  page: number;
  scripts: number;
  styles: number;
  fonts: number;
}

export declare const BUDGET: Record<
  'home' | 'theatre' | 'show' | 'seats' | 'staffList',
  { code: number; fonts: number }
>;
export declare function overBudget(name: keyof typeof BUDGET, bytes: PageBytes): string[];
