/** Circular imports, type imports included: whoever reads one of the files would have to read all of them. */
module.exports = {
  forbidden: [{ name: 'no-circular', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`/(?:dist|generated|node_modules)/|@mf-types` },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.front.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
