/** Limits of a template and of its rendering. */
export interface TemplateLimits {
  /** Characters of a source, pictures as `data:` included. */
  readonly source: number;
  /** Tags of the language: `{{…}}`. */
  readonly tags: number;
  /** Blocks inside each other. */
  readonly depth: number;
  /** Characters of the result. */
  readonly output: number;
  /** Nodes that are evaluated. */
  readonly steps: number;
  /** Milliseconds of one rendering. */
  readonly time: number;
}

export const TEMPLATE_LIMITS: TemplateLimits = {
  source: 500_000,
  tags: 4_000,
  depth: 8,
  output: 3_000_000,
  steps: 500_000,
  time: 2_000,
};

/** Mailboxes cut long mails, and MJML takes its time for them. */
export const MAIL_LIMITS: TemplateLimits = { ...TEMPLATE_LIMITS, output: 400_000 };

/** Characters of a subject, which is one line. */
export const SUBJECT_LENGTH = 200;
