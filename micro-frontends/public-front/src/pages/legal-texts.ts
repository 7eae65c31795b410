import type { Language } from '@coulisse/ui-kit/format';

export interface LegalText {
  title: string;
  sections: { title: string; text: string }[];
}

export type LegalDocument = 'terms' | 'privacy';

type Write = (house: string) => LegalText;

const frTerms: Write = (house) => ({
  title: 'Conditions générales de vente',
  sections: [
    {
      title: 'Vendeur',
      text: `Les places présentées ici sont vendues par ${house}, qui organise les représentations. En payant, vous acceptez les présentes conditions dans leur version en vigueur ce jour-là.`,
    },
    {
      title: 'Prix',
      text: 'Les prix sont en euros, toutes taxes comprises, et sont affichés dès le choix des places. Aucun frais ne s’ajoute au moment du paiement. Le détail de la TVA figure sur le récapitulatif.',
    },
    {
      title: 'Réservation et paiement',
      text: 'Une place choisie est gardée pour vous pendant le temps affiché, que vous pouvez prolonger une fois. La vente est conclue quand la banque confirme le paiement. Si elle le confirme alors que la place n’est plus libre, le montant est remboursé entièrement.',
    },
    {
      title: 'Billets',
      text: 'Les billets arrivent par e‑mail et peuvent être téléchargés aussitôt après le paiement. Chacun porte un code propre : seule la première présentation à l’entrée est acceptée. Gardez-les pour vous.',
    },
    {
      title: 'Rétractation, échange, remboursement',
      text: `Les spectacles à date fixe ne donnent pas droit au délai de rétractation de quatorze jours (article L221‑28 du code de la consommation). Si ${house} annule ou reporte une représentation, vos billets sont remboursés ou échangés, à votre choix.`,
    },
    {
      title: 'Le jour du spectacle',
      text: 'Présentez-vous avant l’heure indiquée sur le billet. Les retardataires sont placés quand la représentation le permet, sans garantie de retrouver leur place.',
    },
    {
      title: 'Réclamations',
      text: `Adressez-vous d’abord à ${house}. À défaut d’accord, vous pouvez saisir gratuitement un médiateur de la consommation, puis les tribunaux compétents. Le droit français s’applique.`,
    },
  ],
});

const enTerms: Write = (house) => ({
  title: 'Terms of sale',
  sections: [
    {
      title: 'Seller',
      text: `The seats shown here are sold by ${house}, who presents the performances. By paying you accept these terms as they stand on that day.`,
    },
    {
      title: 'Prices',
      text: 'Prices are in euros, include all taxes, and are shown from the moment you choose your seats. Nothing is added when you pay. The summary shows the VAT.',
    },
    {
      title: 'Booking and payment',
      text: 'A seat that you choose is kept for you for the time shown, which you can extend once. The sale is made when the bank confirms the payment. If it does so when the seat is no longer free, you are refunded in full.',
    },
    {
      title: 'Tickets',
      text: 'Tickets arrive by e‑mail and can be downloaded as soon as you have paid. Each carries its own code, and only the first one shown at the door is accepted. Keep them to yourself.',
    },
    {
      title: 'Withdrawal, exchange, refund',
      text: `Shows on a set date are not covered by the fourteen-day right of withdrawal (article L221‑28 of the French consumer code). If ${house} cancels or moves a performance, you choose between a refund and an exchange.`,
    },
    {
      title: 'On the day',
      text: 'Please arrive before the time on your ticket. Latecomers are seated when the performance allows, not necessarily in their own seats.',
    },
    {
      title: 'Complaints',
      text: `Please write to ${house} first. If we cannot agree, you may turn to a consumer mediator free of charge, and then to the courts. French law applies.`,
    },
  ],
});

const frPrivacy: Write = (house) => ({
  title: 'Données personnelles',
  sections: [
    {
      title: 'Qui les utilise',
      text: `${house} est responsable des données que vous donnez en réservant : nom, adresse, e‑mail et, si vous le voulez, téléphone.`,
    },
    {
      title: 'Pour quoi faire',
      text: 'Elles servent à vendre et à envoyer vos billets, à vous prévenir d’un changement et à tenir la comptabilité. Vous ne recevez de nouvelles que si vous l’avez demandé ; chaque message permet d’y renoncer.',
    },
    {
      title: 'Paiement',
      text: 'Vous payez sur la page de la banque. Le numéro de votre carte ne passe jamais par ce site.',
    },
    {
      title: 'Combien de temps',
      text: 'Les pièces comptables sont gardées dix ans, comme la loi le demande. Les autres données sont effacées trois ans après votre dernière venue.',
    },
    {
      title: 'Témoins de connexion',
      text: 'Un seul témoin garde votre panier et votre connexion. Il ne sert à aucune mesure ni publicité. Si le théâtre compte ses visiteurs par d’autres sites, c’est avec votre accord seulement, que vous donnez ou retirez en bas de chaque page.',
    },
    {
      title: 'Vos droits',
      text: `Dans « Mon compte », vous voyez, corrigez, téléchargez ou effacez vos données. Sans compte, demandez-le à ${house}. Vous pouvez saisir la CNIL si la réponse ne vous convient pas.`,
    },
  ],
});

const enPrivacy: Write = (house) => ({
  title: 'Personal data',
  sections: [
    {
      title: 'Who uses it',
      text: `${house} is responsible for what you tell us when you book: name, address, e‑mail and, if you wish, telephone.`,
    },
    {
      title: 'What for',
      text: 'To sell and send your tickets, to tell you about a change, and to keep accounts. You only get news if you asked for it, and every message lets you stop.',
    },
    {
      title: 'Payment',
      text: 'You pay on the bank’s own page. Your card number never passes through this site.',
    },
    {
      title: 'How long',
      text: 'Accounting records are kept for ten years, as the law requires. Everything else is deleted three years after your last visit.',
    },
    {
      title: 'Cookies',
      text: 'One cookie keeps your basket and your sign‑in. It is used for no measurement and no advertising. If the theatre counts its visitors through other sites, it does so only with your consent, which you give or withdraw at the foot of each page.',
    },
    {
      title: 'Your rights',
      text: `In “My account” you see, correct, download or erase your data. Without an account, ask ${house}. You may turn to the CNIL, the French data protection authority, if the answer does not satisfy you.`,
    },
  ],
});

const TEXTS: Record<LegalDocument, Record<Language, Write>> = {
  terms: { fr: frTerms, en: enTerms },
  privacy: { fr: frPrivacy, en: enPrivacy },
};

export const legalText = (document: LegalDocument, language: Language, house: string): LegalText =>
  TEXTS[document][language](house);
