import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noRawResourceWrite } from './tools/lint/no-raw-resource-write.mjs';

/** Who may import whom; what is not listed is refused. The kinds are folders of the repository. */
const allowed = {
  service: ['server-package', 'isomorphic-package'],
  gateway: ['server-package', 'isomorphic-package'],
  'server-package': ['server-package', 'isomorphic-package'],
  'isomorphic-package': ['isomorphic-package'],
  'front-package': ['front-package', 'isomorphic-package'],
  'micro-frontend': ['front-package', 'isomorphic-package'],
  dev: ['dev', 'tools', 'isomorphic-package'],
  tools: ['tools', 'dev'],
  tests: [
    'tests',
    'server-package',
    'front-package',
    'isomorphic-package',
    'service',
    'gateway',
    'dev',
    'tools',
  ],
};

const server =
  'packages/{service-kit,job-runner,resource-server,resource-exchange,templates,template-server,sample,test-kit}';
const front =
  'packages/{ui-kit,mfe-kit,resource-client,resource-fields,resource-ui,resource-exchange-ui,resource-board,resource-lines,resource-samples,gallery}';
const isomorphic = 'packages/{contracts,identifiers,resource,money,seat-plan,ticket-code}';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/node_modules/**',
      '.cache/**',
      '.data/**',
      '**/*.ftl',
      '**/@mf-types/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'tsconfig.front.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A port is async for its real implementation; a fake or a memory version need not await anything.
      '@typescript-eslint/require-await': 'off',
      // Values of records are unknown until their field kind formats them.
      '@typescript-eslint/no-base-to-string': 'off',
      // React Query and our registries return functions that do not use `this`, declared as methods.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['services/*/src/**/*.ts'],
    plugins: { coulisse: { rules: { 'no-raw-resource-write': noRawResourceWrite } } },
    rules: { 'coulisse/no-raw-resource-write': 'error' },
  },
  {
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [
        { type: 'service', pattern: 'services/*', capture: ['name'] },
        { type: 'gateway', pattern: 'gateway' },
        { type: 'server-package', pattern: server },
        { type: 'front-package', pattern: front },
        { type: 'isomorphic-package', pattern: isomorphic },
        { type: 'micro-frontend', pattern: 'micro-frontends/*', capture: ['name'] },
        { type: 'dev', pattern: 'dev' },
        { type: 'tools', pattern: 'tools' },
        { type: 'tests', pattern: 'tests' },
      ],
      'import/resolver': {
        typescript: { project: ['tsconfig.json', 'tsconfig.front.json'], noWarnOnMultipleProjects: true },
      },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: Object.entries(allowed).map(([from, to]) => ({
            from: { element: { type: from } },
            allow: { to: { element: { types: { anyOf: to } } } },
          })),
        },
      ],
      'max-lines': ['error', { max: 600 }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{services,gateway,packages}/**/src/**/*.ts'],
    ignores: ['packages/service-kit/src/http/json-body.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'express',
          property: 'json',
          message: 'jsonBody() accepts only the codings that are safe.',
        },
      ],
    },
  },
  {
    // Jest's matchers (`expect.any`, `expect.stringMatching`) are typed as `any`.
    files: ['**/*.test.{ts,tsx}', '**/test/**/*.ts', 'tests/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // Functions that run in the page: the types of the DOM are not among those of the tests.
    files: ['tests/{e2e,scenarios,screens}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A rule of the trade is a pure function: what it needs is given to it.
    files: ['**/*.domain.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`^@coulisse/(?!contracts|identifiers|money|resource$|resource/|seat-plan|ticket-code|service-kit/problem$)`,
              message:
                'A *.domain.ts imports no infrastructure; problems come from @coulisse/service-kit/problem.',
            },
            {
              regex: String.raw`^(?:pg|express|kafkajs|undici|inversify|nodemailer|pino|@grpc/.*|@prisma/.*|@aws-sdk/.*|node:(?!crypto|util|assert).*)$`,
              message: 'A *.domain.ts imports no infrastructure.',
            },
            {
              regex: String.raw`\.(?:routes|command|commands|read-model|store|consumer|rpc|job|provider)$`,
              message: 'A *.domain.ts is imported by these, not the other way round.',
            },
          ],
        },
      ],
    },
  },
  {
    // Data and state of the generic screens, for any presentation.
    files: ['packages/resource-client/src/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`^(?:@coulisse/ui-kit|lucide-react|react-dom.*|@coulisse/resource-(?:fields|ui|board|lines|exchange-ui).*)$`,
              message: 'resource-client has no presentation; formats come from @coulisse/ui-kit/format.',
            },
          ],
        },
      ],
    },
  },
  {
    // A service's tests may run it beside the fakes of the test kit.
    files: ['services/*/test/**', 'gateway/test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: [`${front}/**/*.{ts,tsx}`, 'packages/seat-plan/**/*.{ts,tsx}', 'micro-frontends/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Command-line programs talk to a terminal.
    files: ['dev/**', 'docker/**', 'tools/**', 'tests/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        performance: 'readonly',
        URLSearchParams: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        FormData: 'readonly',
        Blob: 'readonly',
        TextDecoder: 'readonly',
        WebAssembly: 'readonly',
        structuredClone: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  {
    // Service workers are served as they are written.
    files: ['micro-frontends/*/public/*-worker.js'],
    languageOptions: {
      globals: {
        self: 'readonly',
        caches: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        Headers: 'readonly',
        Response: 'readonly',
        URL: 'readonly',
      },
    },
  },
  {
    // Loaded by --require before everything else: what it does not need, it must not load.
    files: ['packages/service-kit/src/telemetry/register.ts'],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly', process: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
