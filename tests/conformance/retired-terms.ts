const SERVER = /^(?:services|packages\/(?:service-kit|job-runner|resource-server|resource-exchange))\//;

export interface RetiredTerm {
  readonly term: RegExp;
  readonly use: string;
  /** Where it is retired; everywhere by default. */
  readonly where?: RegExp;
}

/**
 * Names that the code no longer uses, each with its replacement. An identifier or a file name that holds a retired term
 * is refused; `docs/domain-language.md` lists the terms that count.
 */
export const RETIRED: readonly RetiredTerm[] = [
  { term: /^Crowds$|^crowds$/, use: 'LargeCountCache' },
  { term: /^Complaints?$|^complaints?$/, use: 'ValidationIssues, issue' },
  { term: /^readQuestion$|^parseQuestion$|^questionShape$/, use: 'readSavedQuery, parseSavedQuery' },
  { term: /^wordsOf$/, use: 'labelsOf, searchTermsOf, messageTexts' },
  { term: /^ValuesMetTwice$/, use: 'DuplicateKeyDetector' },
  { term: /^hushed/i, use: 'redactChanges' },
  { term: /^(?:\w+)?Doors?$|^doorsOf$/, use: 'RouteGroup, routes, endpoints' },
  { term: /^Happening$/, use: 'ChangeRecord' },
  { term: /^Loaded$/, use: 'StoredRecord', where: SERVER },
  { term: /^standingReference$/, use: 'currentReference' },
  { term: /^likeness$|^Likeness$|^lookAlikes?$/, use: 'similarity, duplicateCandidates' },
  { term: /^keepBuyer$|^keepFile$/, use: 'upsertBuyer, storeFile' },
  {
    term: /^keep(?:Draft|Columns|Format|Upload|Tickets|Attempt|CartToken|Organization)$/,
    use: 'store…, upsert…',
  },
  { term: /^(?:seal|open)Bytes$/, use: 'encryptBytes, decryptBytes' },
  { term: /^asked[A-Z]\w*$/, use: 'requested…' },
  { term: /^ListQuestion$|^sameQuestion$|^questionRequest$/, use: 'ListQuery, isSameQuery, queryParams' },
  { term: /^onLeash$|^becomesWell$|^unfitness$/, use: 'withParentDeathSignal, waitUntilHealthy, …' },
  { term: /^noteSale$|^noteStep$/, use: 'recordSale, recordStep' },
  { term: /^forgetLoyalties$/, use: 'invalidateLoyaltyLabels' },
  { term: /^Refusal$/, use: 'UserError', where: /^(?:dev|tools)\// },
  { term: /^Keeper$|^keeper$/, use: 'ProcessSupervisor' },
  { term: /^createOffers$|^useOffered\w+$|^ScreenOffers\w*$/, use: 'createRegistry, CommandRegistry' },
  { term: /^STRANGER$/, use: 'UNKNOWN_ACTOR' },
  { term: /^cartToken$/, use: 'credential, in a kit', where: /^packages\// },
];

/** Local names and fields of messages and tables that say nothing of what they hold. */
export const VAGUE =
  /^(?:one|known|asked|more|kept|given|wanted|told|is|was|sealed|twice|said|gone|met|here|whole|why)$/;

/** Retired words in file names, without the extension. */
export const RETIRED_FILES: readonly RegExp[] = [
  /(?:^|-)(?:crowds|complaints|doors|hushed|likeness|keeper|walks?)(?:-|\.|$)/,
];
