// The registry of attributes (observability/schema), and what a source or a running system may not tell.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SCHEMA = join(root, 'observability/schema');

/** All groups of the registry. */
export function readRegistry(folder = SCHEMA) {
  const groups = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')).groups);
  const attributeGroups = groups.filter(({ type }) => type === 'attribute_group');
  const idsOf = (list) => new Set(list.flatMap(({ attributes }) => attributes.map(({ id }) => id)));
  return {
    groups,
    attributes: idsOf(attributeGroups.filter(({ id }) => id !== 'logs')),
    logFields: idsOf(attributeGroups.filter(({ id }) => id === 'logs')),
    spans: new Map(groups.filter(({ type }) => type === 'span').map((span) => [span.name, span])),
    metrics: new Map(
      groups.filter(({ type }) => type === 'metric').map((metric) => [metric.metric_name, metric]),
    ),
  };
}

/** Words that an attribute of telemetry may not have: what they hold would be about a person. */
const PERSONAL_NAME =
  /(?:^|[._-])(?:e-?mail|first_?name|last_?name|full_?name|phone|telephone|mobile|birth\w*|street|zip\w*|iban|bic|card|pan|cvv|cvc|token|password|secret|cookie|authorization|user_?agent|client_?ip)(?:$|[._-])/i;
export const isPersonalName = (name) => PERSONAL_NAME.test(name);

const luhn = (digits) =>
  [...digits]
    .reverse()
    .map(Number)
    .reduce(
      (sum, digit, index) => sum + (index % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit),
      0,
    ) %
    10 ===
  0;

const PERSONAL_VALUES = [
  ['an e-mail', /[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, () => true],
  ['an IBAN', /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,4})?\b/g, isIban],
  [
    'a card',
    /\b(?:\d[ -]?){13,19}\b/g,
    (text) => /^(?:[3-6]|1111)/.test(text) && luhn(text.replace(/\D/g, '')),
  ],
  ['a token', /\beyJ[\w-]{8,}\.[\w-]{8,}\./g, () => true],
  ['a bearer', /\bbearer [\w.~+/-]{12,}/gi, () => true],
];

function isIban(text) {
  const plain = text.replaceAll(' ', '');
  const moved = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => letter.charCodeAt(0) - 55);
  return [...moved].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Personal data in a text, by kind; `canaries` are texts that must not occur either, such as the buyer's name. */
export function personalIn(text, canaries = []) {
  const found = PERSONAL_VALUES.flatMap(([kind, pattern, holds]) =>
    [...text.matchAll(pattern)].filter(([match]) => holds(match)).map(([match]) => `${kind}: ${match}`),
  );
  return [
    ...found,
    ...canaries.filter((canary) => text.includes(canary)).map((canary) => `canary: ${canary}`),
  ];
}

const INSTRUMENTS = {
  counter: 'counter',
  durations: 'histogram',
  createCounter: 'counter',
  createHistogram: 'histogram',
  createObservableGauge: 'gauge',
};
/** Calls whose object of attributes is an argument. */
const RECORDING = new Set(['add', 'record', 'observe', 'report', 'inClientSpan', 'setAttributes']);
/** Instruments of what is read when metrics are collected. */
const OBSERVED = new Set(['gauge', 'counter']);
/** Options of grpc-js are dotted texts too. */
const CHANNEL_OPTION = /^grpc\./;
/** Modules that give access to telemetry. */
const TELEMETRY =
  /^(?:@opentelemetry\/api|@coulisse\/service-kit\/telemetry|(?:\.{1,2}\/)+(?:telemetry\/)?(?:instruments|messaging-metrics|message-span|client-span|trace))$/;

const isTelemetrySource = (file) =>
  file.statements.some((node) => ts.isImportDeclaration(node) && TELEMETRY.test(node.moduleSpecifier.text));
const keysOf = (object) =>
  object.properties.flatMap((property) =>
    property.name && !ts.isComputedPropertyName(property.name) ? [property.name.text] : [],
  );

/**
 * What a source records that the registry does not know, or may not know.
 * @returns {string[]} findings
 */
export function checkSource(path, text, registry) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (!isTelemetrySource(file)) return [];
  const findings = [];
  const at = (node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
  const attribute = (node, name) => {
    if (isPersonalName(name)) findings.push(`${at(node)}: ${name} is personal`);
    else if (!registry.attributes.has(name))
      findings.push(`${at(node)}: attribute ${name} is not in the registry`);
  };
  const metric = (node, name, instrument) => {
    const registered = registry.metrics.get(name);
    if (!registered) findings.push(`${at(node)}: metric ${name} is not in the registry`);
    else if (registered.instrument !== instrument)
      findings.push(
        `${at(node)}: ${name} is a ${registered.instrument} in the registry, a ${instrument} here`,
      );
  };
  const span = (node, name) => {
    if (!registry.spans.has(name)) findings.push(`${at(node)}: span ${name} is not in the registry`);
  };
  const nameOf = (callee) =>
    ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const called = nameOf(node.expression);
      const [first] = node.arguments;
      if (Object.hasOwn(INSTRUMENTS, called) && first && ts.isStringLiteralLike(first))
        metric(node, first.text, INSTRUMENTS[called]);
      if (called === 'inClientSpan' && first && ts.isStringLiteralLike(first)) span(first, first.text);
      if (called === 'inStoredTrace' && first && ts.isObjectLiteralExpression(first))
        for (const property of first.properties)
          if (property.name?.text === 'name' && ts.isStringLiteralLike(property.initializer ?? first))
            span(property, property.initializer.text);
      if (called === 'setAttribute' && first && ts.isStringLiteralLike(first)) attribute(node, first.text);
      if (RECORDING.has(called))
        for (const argument of node.arguments)
          if (ts.isObjectLiteralExpression(argument))
            for (const key of keysOf(argument)) attribute(argument, key);
    }
    // Attributes that are made apart, and gauges: their keys are dotted texts.
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.name) && node.name.text.includes('.')) {
      const name = node.name.text;
      if (OBSERVED.has(registry.metrics.get(name)?.instrument) || CHANNEL_OPTION.test(name)) return;
      if (!ts.isCallExpression(node.parent.parent) || !RECORDING.has(nameOf(node.parent.parent.expression)))
        attribute(node, name);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return findings;
}
