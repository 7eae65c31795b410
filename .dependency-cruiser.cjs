const SPREADSHEETS = '^packages/resource-exchange/src/spreadsheet/';

module.exports = {
  forbidden: [
    /** Circular imports, type imports included: whoever reads one of the files would have to read all of them. */
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    /** Libraries that read or write spreadsheets, CSV files and their archives have one port (ADR 0032). */
    {
      name: 'spreadsheet-libraries-behind-the-port',
      severity: 'error',
      from: { pathNot: SPREADSHEETS },
      to: {
        path: '(?:^|/)(?:hucre|saxes|yauzl|exceljs|(?:@e965/)?xlsx|read-excel-file|write-excel-file|csv-(?:parse|stringify)|papaparse|fast-csv|fflate|jszip)(?:/|$)',
        pathNot: '^(?:packages|services|gateway|micro-frontends|tests|dev|tools)/',
      },
    },
    /** The port is the types, the limits, a reader and a writer; how they work is their own affair, except for tests. */
    {
      name: 'spreadsheets-through-the-port',
      severity: 'error',
      from: { pathNot: `${SPREADSHEETS}|[.]test[.]ts$` },
      to: { path: SPREADSHEETS, pathNot: `${SPREADSHEETS}(?:spreadsheet[.]port|limits|reader|writer)[.]ts$` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Libraries are seen, but not followed: a rule above names some of them.
    exclude: { path: String.raw`^(?!node_modules/).*/(?:dist|generated|node_modules)/|@mf-types` },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.front.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
