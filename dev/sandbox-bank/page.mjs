const TEXTS = {
  fr: {
    bank: 'Banque bac à sable',
    notice: 'Ceci est une banque d’essai : aucun argent ne change de mains et aucune carte n’est demandée.',
    title: 'Paiement par carte',
    amount: 'Montant',
    order: 'Commande',
    buyer: 'Acheteur',
    seats: 'Articles',
    choose: 'Que répond la banque ?',
    pay: 'Payer',
    refuse: 'Refuser',
    cancel: 'Annuler',
    never: 'Ne jamais répondre',
    payHelp: 'La banque accepte et prévient le marchand.',
    refuseHelp: 'La banque refuse (00105) ; la commande reste à payer.',
    cancelHelp: 'L’acheteur renonce sur cette page.',
    neverHelp: 'Ni réponse ni retour : le marchand ne sait rien.',
    silentTitle: 'La banque se tait',
    silentText:
      'Rien n’a été envoyé au marchand. Vous pouvez fermer cette page ou revenir à la boutique, qui attend.',
    back: 'Revenir à la boutique',
    refusedTitle: 'Formulaire refusé',
    missing: 'Des champs obligatoires manquent :',
    amountProblem: 'Le montant n’est pas un nombre de centimes d’au moins trois chiffres :',
    currency: 'La devise n’est pas l’euro (978) :',
    signature: 'La signature du formulaire n’est pas celle de ses champs :',
    number: 'Ce numéro de transaction n’est pas permis, ou a déjà servi aujourd’hui :',
    date: 'La date du formulaire n’est pas celle de maintenant :',
    hmac: 'La signature du formulaire n’est pas celle de ses champs dans l’ordre reçu :',
    goneTitle: 'Page expirée',
    gone: 'Cette page de paiement a déjà servi ou n’existe plus.',
  },
  en: {
    bank: 'Sandbox bank',
    notice: 'This is a test bank: no money changes hands and no card is asked for.',
    title: 'Card payment',
    amount: 'Amount',
    order: 'Order',
    buyer: 'Buyer',
    seats: 'Items',
    choose: 'What does the bank answer?',
    pay: 'Pay',
    refuse: 'Refuse',
    cancel: 'Cancel',
    never: 'Never answer',
    payHelp: 'The bank accepts and tells the shop.',
    refuseHelp: 'The bank refuses (00105); the order can still be paid.',
    cancelHelp: 'The buyer gives up on this page.',
    neverHelp: 'No answer and no return: the shop hears nothing.',
    silentTitle: 'The bank stays silent',
    silentText:
      'Nothing was sent to the shop. You may close this page or go back to the shop, which is waiting.',
    back: 'Back to the shop',
    refusedTitle: 'Form refused',
    missing: 'Mandatory fields are missing:',
    amountProblem: 'The amount is not a number of cents of three digits or more:',
    currency: 'The currency is not the euro (978):',
    signature: 'The signature of the form is not that of its fields:',
    number: 'This transaction number is not allowed, or was used today already:',
    date: 'The date of the form is not that of now:',
    hmac: 'The signature of the form is not that of its fields in the order received:',
    goneTitle: 'Page expired',
    gone: 'This payment page has already been used or no longer exists.',
  },
};

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1a26; --ink-soft: #575268; --line: #e7e4ed; --line-strong: #cfcad9; --surface: #fff; --ground: #f7f6f9;
  --primary: #5b2d86; --primary-strong: #47216b; --on-primary: #fff; --bad: #b3241a; --warn: #8f5400; --warn-tint: #fdf1dc; --ring: 0 0 0 3px rgb(91 45 134 / .28); }
@media (prefers-color-scheme: dark) { :root { --ink: #f0edf6; --ink-soft: #b5afc6; --line: #322d40; --line-strong: #484258; --surface: #1e1a29; --ground: #15121d;
  --primary: #b98ae6; --primary-strong: #cfa9f2; --on-primary: #1a1026; --bad: #ff8f85; --warn: #f0b652; --warn-tint: #38290f; --ring: 0 0 0 3px rgb(185 138 230 / .4); } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/24px 'Inter Variable', Inter, system-ui, sans-serif; }
header { display: flex; align-items: center; gap: 10px; padding: 16px 24px; background: var(--surface); border-bottom: 1px solid var(--line); font-weight: 600; }
header svg { color: var(--primary); flex: none; }
main { max-width: 560px; margin: 0 auto; padding: 32px 16px 48px; }
.notice { margin: 0 0 24px; padding: 10px 14px; border-radius: 10px; background: var(--warn-tint); color: var(--warn); font-size: 14px; line-height: 20px; }
.card { padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; }
h2 { margin: 28px 0 12px; font-size: 14px; line-height: 20px; color: var(--ink-soft); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 8px 24px; margin: 0; }
dt { color: var(--ink-soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.order { align-self: center; font-size: 12px; line-height: 18px; }
.amount { font-size: 26px; line-height: 32px; font-weight: 650; }
form { display: grid; gap: 12px; margin: 0; }
.choice { display: grid; grid-template-columns: 200px minmax(0, 1fr); gap: 4px 16px; align-items: center; }
.choice span { color: var(--ink-soft); font-size: 14px; line-height: 20px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line-strong); border-radius: 8px;
  background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink-soft); }
button:focus-visible, .button:focus-visible { outline: none; box-shadow: var(--ring); }
.primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
.primary:hover { background: var(--primary-strong); border-color: var(--primary-strong); }
.danger { color: var(--bad); }
.quiet { font-weight: 500; color: var(--ink-soft); }
code { font: 13px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 520px) { header { padding: 14px 16px; } main { padding-top: 16px; } .card { padding: 18px 16px; } .order { font-size: 11px; } dl { column-gap: 16px; } .choice { grid-template-columns: 1fr; } .choice span { padding: 0 2px 6px; } }
`;

const LOGO =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 10 12 4l9 6M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18"/></svg>';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** PBX_LANGUE of the form. @param {string} code @returns {'fr' | 'en'} */
export const languageOf = (code) => (['', 'FRA', 'fr'].includes(code) ? 'fr' : 'en');

function page(language, title, body) {
  const text = TEXTS[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · ${escape(text.bank)}</title><style>${STYLE}</style></head>
<body><header>${LOGO}${escape(text.bank)}</header><main>${body}</main></body></html>`;
}

const money = (minor, language) =>
  new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { style: 'currency', currency: 'EUR' }).format(
    minor / 100,
  );

/**
 * @param {'fr' | 'en'} language
 * @param {{ session: string, amountMinor: number, order: string, buyer: string, quantity: string }} payment
 */
export function payPage(language, { session, amountMinor, order, buyer, quantity }) {
  const text = TEXTS[language];
  const choice = (decision, look) =>
    `<div class="choice"><button class="${look}" name="decision" value="${decision}" data-testid="bank-${decision}" aria-describedby="${decision}-help">${escape(text[decision])}</button><span id="${decision}-help">${escape(text[`${decision}Help`])}</span></div>`;
  return page(
    language,
    text.title,
    `<p class="notice" role="note">${escape(text.notice)}</p>
<section class="card"><h1>${escape(text.title)}</h1>
<dl><dt>${escape(text.amount)}</dt><dd class="amount" data-testid="bank-amount">${escape(money(amountMinor, language))}</dd>
<dt>${escape(text.order)}</dt><dd class="order">${escape(order)}</dd>
<dt>${escape(text.buyer)}</dt><dd>${escape(buyer)}</dd>
<dt>${escape(text.seats)}</dt><dd>${escape(quantity)}</dd></dl>
<h2>${escape(text.choose)}</h2>
<form method="post" action="/decide"><input type="hidden" name="session" value="${escape(session)}">
${choice('pay', 'primary')}${choice('refuse', 'danger')}${choice('cancel', '')}${choice('never', 'quiet')}</form></section>`,
  );
}

/** @param {'fr' | 'en'} language @param {string} shop */
export function silentPage(language, shop) {
  const text = TEXTS[language];
  const back = shop ? `<p><a class="button" href="${escape(shop)}">${escape(text.back)}</a></p>` : '';
  return page(
    language,
    text.silentTitle,
    `<section class="card"><h1>${escape(text.silentTitle)}</h1><p>${escape(text.silentText)}</p>${back}</section>`,
  );
}

/** @param {'fr' | 'en'} language @param {{ code: string, detail: string }} problem */
export function refusedPage(language, { code, detail }) {
  const text = TEXTS[language];
  const reason = code === 'amount' ? text.amountProblem : text[code];
  return page(
    language,
    text.refusedTitle,
    `<section class="card"><h1>${escape(text.refusedTitle)}</h1><p>${escape(reason)}</p><p><code>${escape(detail)}</code></p></section>`,
  );
}

/** @param {'fr' | 'en'} language */
export function gonePage(language) {
  const text = TEXTS[language];
  return page(
    language,
    text.goneTitle,
    `<section class="card"><h1>${escape(text.goneTitle)}</h1><p>${escape(text.gone)}</p></section>`,
  );
}
