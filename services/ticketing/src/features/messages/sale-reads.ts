import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { LoadedTemplate, Templates } from '@coulisse/template-server';
import type { KeywordTree, TemplateKind } from '@coulisse/templates';
import { salesDetails, type SaleDetails } from '../reservations/sale-details.read-model';

/** How long the first question waits for others: what follows sales that were settled together asks at the same time. */
const GATHER_MS = 4;
/** Sales of one message. */
const MOST_AT_ONCE = 20;

interface Answer {
  sale: SaleDetails | null;
  /** In the buyer's language; null without a kind, or without a sale. */
  template: LoadedTemplate | null;
}
interface Question {
  reservationId: string;
  kind: TemplateKind | null;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Reads sales, with the templates of what is written about them, for those who act on a sale after its transaction. */
export class SaleReads {
  private readonly waiting = new Map<string, Question[]>();

  constructor(private readonly templates: Templates) {}

  /** A sale; null when there is none. */
  async find(tenantId: string, reservationId: string, ctx: ServiceContext): Promise<SaleDetails | null> {
    return (await this.ask(tenantId, { reservationId, kind: null }, ctx)).sale;
  }

  /** A sale with the tenant's template in the buyer's language. */
  async withTemplate<T extends KeywordTree>(
    tenantId: string,
    { reservationId, kind }: { reservationId: string; kind: TemplateKind<T> },
    ctx: ServiceContext,
  ): Promise<{ sale: SaleDetails; template: LoadedTemplate<T> }> {
    const { sale, template } = await this.ask(tenantId, { reservationId, kind: kind }, ctx);
    if (!sale) throw new Error(`reservation ${reservationId} does not exist`);
    // It was loaded for this kind.
    return { sale, template: template as LoadedTemplate<T> };
  }

  private ask(
    tenantId: string,
    subject: Pick<Question, 'reservationId' | 'kind'>,
    ctx: ServiceContext,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const question = { ...subject, resolve, reject };
      const others = this.waiting.get(tenantId);
      if (others) {
        others.push(question);
        return;
      }
      this.waiting.set(tenantId, [question]);
      setTimeout(() => void this.answerAll(tenantId, ctx), GATHER_MS);
    });
  }

  private async answerAll(tenantId: string, ctx: ServiceContext): Promise<void> {
    const questions = this.waiting.get(tenantId) ?? [];
    this.waiting.delete(tenantId);
    while (questions.length > 0) {
      const some = questions.splice(0, MOST_AT_ONCE);
      try {
        const actor = systemActor(tenantId, 'read sales');
        const answers = await ctx.db.inTenant(actor, (tx) => this.answers(tx, some));
        some.forEach(({ resolve }, index) => resolve(answers[index]!));
      } catch (error) {
        some.forEach(({ reject }) => reject(error));
      }
    }
  }

  private async answers(tx: Tx, questions: readonly Question[]): Promise<Answer[]> {
    const sales = await salesDetails(
      tx,
      questions.map(({ reservationId }) => reservationId),
    );
    const loaded = new Map<string, LoadedTemplate>();
    const answers: Answer[] = [];
    for (const [index, { kind }] of questions.entries()) {
      const sale = sales[index] ?? null;
      const key = `${kind?.name} ${sale?.language}`;
      if (kind && sale && !loaded.has(key))
        loaded.set(key, await this.templates.load(tx, kind, sale.language));
      answers.push({ sale, template: loaded.get(key) ?? null });
    }
    return answers;
  }
}
