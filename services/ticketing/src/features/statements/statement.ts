import type { Language } from '@coulisse/contracts';
import { tableFile, tableMediaType, type Cell, type TableFormat } from '@coulisse/resource-exchange';
import type { Actor, ServiceContext, Tx } from '@coulisse/service-kit';
import { CNM_BASIS_POINTS } from '../figures/cnm.domain';
import { AccountingDays } from './accounting.domain';
import {
  COLUMNS,
  roomsWithoutAddress,
  rowsOf,
  StatementTotals,
  tillRows,
  type ColumnKind,
  type RoomOfStatement,
  type StatementColumn,
  type StatementKind,
  type StatementRow,
  type StatementValue,
} from './statement.domain';
import { movementsOf, placesOf, ticketsOf, tillOf, type StatementPeriod } from './statement.read-model';
import { headerOf, titleOf, wordOf } from './statement-texts';

/** Rows of a statement that a screen shows. */
const PREVIEWED = 200;

export interface StatementPreview {
  columns: { name: string; header: string; kind: ColumnKind }[];
  /** Words are texts of the caller's language, amounts decimal texts. */
  rows: StatementRow[];
  /** Of all rows that were read; null for a column without a sum, and when rows are left out. */
  totals: StatementRow | null;
  /** True if the file has more rows. */
  isCut: boolean;
  /** Rooms that are declared with their address, and have none. */
  roomsWithoutAddress: readonly RoomOfStatement[];
}

interface Request {
  readonly kind: StatementKind;
  readonly period: StatementPeriod;
  readonly language: Language;
  readonly actor: Actor;
}

/** A statement of the caller's tenant for a period. */
export class Statement {
  private readonly columns: readonly StatementColumn[];
  /** Known once the tickets are read. */
  private roomsWithoutAddress: readonly RoomOfStatement[] = [];

  constructor(
    private readonly ctx: ServiceContext,
    private readonly request: Request,
  ) {
    this.columns = COLUMNS[request.kind];
  }

  /** `Relevé de recettes 2026-01-01 2026-01-31.xlsx` */
  fileName(format: TableFormat): string {
    const { kind, language, period } = this.request;
    return `${titleOf(kind, language)} ${period.from} ${period.until}.${format}`;
  }

  /** Each call is a transaction of its own, so that a slow reader of the file holds none. */
  private readonly read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.ctx.db.inTenant(this.request.actor, work);

  private async *batches(): AsyncGenerator<readonly StatementRow[]> {
    const { kind, period } = this.request;
    switch (kind) {
      case 'CLASSIC':
        yield* placesOf(this.read, period);
        return;
      case 'ACCOUNTING': {
        const days = new AccountingDays();
        for await (const batch of movementsOf(this.read, period))
          for (const movement of batch) days.add(movement);
        yield days.rows();
        return;
      }
      case 'TILL':
        yield tillRows(await this.read((tx) => tillOf(tx, period)));
        return;
      default: {
        const { groups, declarant } = await this.read((tx) => ticketsOf(tx, period));
        if (kind === 'SIBIL') this.roomsWithoutAddress = roomsWithoutAddress(groups);
        yield rowsOf(kind, groups, declarant, CNM_BASIS_POINTS);
      }
    }
  }

  private worded(row: StatementRow): StatementRow {
    const { language } = this.request;
    return row.map((value, index) =>
      this.columns[index]?.[1] === 'word' && typeof value === 'string' ? wordOf(value, language) : value,
    );
  }

  /** The first rows, and the totals of all of them. Reading stops at the first row that is not shown. */
  async preview(): Promise<StatementPreview> {
    const { language, kind: statementKind } = this.request;
    // The others come in one batch, which is there as a whole.
    const stopsAtCut = statementKind === 'CLASSIC';
    const totals = new StatementTotals(this.columns);
    const rows: StatementRow[] = [];
    let isCut = false;
    for await (const batch of this.batches()) {
      for (const row of batch) {
        totals.add(row);
        if (rows.length < PREVIEWED) rows.push(this.worded(row));
        else isCut = true;
      }
      if (isCut && stopsAtCut) break;
    }
    return {
      columns: this.columns.map(([name, kind]) => ({ name, header: headerOf(name, language), kind })),
      rows,
      totals: rows.length > 0 && !(isCut && stopsAtCut) ? totals.row : null,
      isCut,
      roomsWithoutAddress: this.roomsWithoutAddress,
    };
  }

  /** The whole statement as a stream. */
  file(format: TableFormat): { name: string; mediaType: string; bytes: AsyncGenerator<Uint8Array> } {
    const { kind, language, actor } = this.request;
    const zone = this.ctx.db.zoneOf(actor.tenantId);
    const { columns } = this;
    const batches = this.batches();
    const worded = (row: StatementRow) => this.worded(row);
    async function* cells(): AsyncGenerator<Cell[][]> {
      for await (const batch of batches)
        yield batch.map((row) => worded(row).map((value, index) => cellOf(value, columns[index]?.[1], zone)));
    }
    return {
      name: this.fileName(format),
      mediaType: tableMediaType(format),
      bytes: tableFile(format, {
        name: titleOf(kind, language),
        columns: columns.map(([name, columnKind]) => ({
          header: headerOf(name, language),
          kind: columnKind === 'word' ? 'text' : columnKind,
        })),
        batches: cells(),
        language,
      }),
    };
  }
}

function cellOf(value: StatementValue, kind: ColumnKind | undefined, zone: string): Cell {
  if (value === null) return null;
  switch (kind) {
    case 'money':
    case 'int':
    case 'percent':
      return { kind: 'number', value: String(value) };
    case 'date':
      return { kind: 'date', day: String(value) };
    case 'datetime':
      return { kind: 'datetime', instant: String(value), zone };
    case 'time':
      return { kind: 'time', time: String(value) };
    default:
      return { kind: 'text', text: String(value) };
  }
}
