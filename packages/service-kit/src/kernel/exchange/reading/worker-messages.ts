import type { Language, MessageId, MessageParams } from '@coulisse/contracts';
import type { ReadLimits } from './limits';
import type { TablePieces } from './table-pieces';

/** What a worker is given. */
export interface WorkerTask {
  readonly bytes: Uint8Array;
  readonly language: Language;
  readonly limits: ReadLimits;
}
/** What it answers. */
export type WorkerAnswer =
  | { readonly table: TablePieces }
  | {
      readonly refusal: {
        readonly code: MessageId;
        readonly params: MessageParams;
        readonly status: number | undefined;
        /** The error behind it, for the log. */
        readonly reason: string | undefined;
      };
    };
