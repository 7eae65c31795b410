import type { Language } from '@coulisse/contracts';

export type AccountTemplate =
  'ACCOUNT_VERIFY' | 'ACCOUNT_EXISTS' | 'ACCOUNT_RESET' | 'ACCOUNT_LOGIN' | 'ACCOUNT_OPEN' | 'ACCOUNT_ERASE';

interface AccountText {
  subject: (organiser: string) => string;
  title: string;
  intro: (organiser: string) => string;
  /** Text of the link. */
  action: string;
  /** For recipients who did not request anything. */
  otherwise: string;
}

interface AccountTexts {
  hello: (name: string) => string;
  validity: (minutes: number) => string;
  address: string;
  closing: string;
  automatic: (organiser: string) => string;
  templates: Record<AccountTemplate, AccountText>;
}

/** Words of the mails about the public's accounts. */
export const ACCOUNT_TEXTS: Record<Language, AccountTexts> = {
  fr: {
    hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    validity: (minutes) =>
      minutes >= 60
        ? `Ce lien est valable ${minutes / 60} heures et ne sert qu’une fois.`
        : `Ce lien est valable ${minutes} minutes et ne sert qu’une fois.`,
    address: 'Si le lien ne s’ouvre pas, copiez cette adresse dans votre navigateur :',
    closing: 'À bientôt,',
    automatic: (organiser) => `Ce message vous est envoyé par la billetterie de ${organiser}.`,
    templates: {
      ACCOUNT_VERIFY: {
        subject: (organiser) => `Votre compte chez ${organiser} : choisissez votre mot de passe`,
        title: 'Ouvrez votre compte',
        intro: (organiser) =>
          `Un compte a été demandé avec cette adresse à la billetterie de ${organiser}. Choisissez un mot de passe pour l’ouvrir.`,
        action: 'Choisir mon mot de passe',
        otherwise: 'Vous n’avez rien demandé ? Ne faites rien : aucun compte ne sera ouvert.',
      },
      ACCOUNT_EXISTS: {
        subject: (organiser) => `Vous avez déjà un compte chez ${organiser}`,
        title: 'Vous avez déjà un compte',
        intro: (organiser) =>
          `Quelqu’un, vous peut-être, a voulu ouvrir un compte avec cette adresse à la billetterie de ${organiser}. Vous en avez déjà un : connectez-vous, ou choisissez un nouveau mot de passe si vous l’avez oublié.`,
        action: 'Choisir un nouveau mot de passe',
        otherwise: 'Ce n’était pas vous ? Ne faites rien : votre compte reste comme il est.',
      },
      ACCOUNT_RESET: {
        subject: (organiser) => `Votre mot de passe chez ${organiser}`,
        title: 'Un nouveau mot de passe',
        intro: (organiser) =>
          `Un nouveau mot de passe a été demandé pour votre compte à la billetterie de ${organiser}.`,
        action: 'Choisir un nouveau mot de passe',
        otherwise: 'Ce n’était pas vous ? Ne faites rien : votre mot de passe reste le même.',
      },
      ACCOUNT_LOGIN: {
        subject: (organiser) => `Votre lien de connexion chez ${organiser}`,
        title: 'Connectez-vous',
        intro: (organiser) =>
          `Un lien de connexion à votre compte a été demandé à la billetterie de ${organiser}. Il vous connecte sans mot de passe.`,
        action: 'Me connecter',
        otherwise:
          'Ce n’était pas vous ? Ne faites rien et ne transmettez ce message à personne : ce lien ouvre votre compte.',
      },
      ACCOUNT_OPEN: {
        subject: (organiser) => `Ouvrez votre compte chez ${organiser}`,
        title: 'Ouvrez votre compte',
        intro: (organiser) =>
          `Un compte a été demandé avec cette adresse à la billetterie de ${organiser}. Le lien l’ouvre et vous connecte, sans mot de passe.`,
        action: 'Ouvrir mon compte',
        otherwise: 'Vous n’avez rien demandé ? Ne faites rien : aucun compte ne sera ouvert.',
      },
      ACCOUNT_ERASE: {
        subject: (organiser) => `Effacer votre compte chez ${organiser}`,
        title: 'Effacer votre compte',
        intro: (organiser) =>
          `L’effacement de votre compte à la billetterie de ${organiser} a été demandé. Le lien vous montre ce qui est effacé et ce qui est gardé ; rien n’est effacé avant que vous confirmiez.`,
        action: 'Voir et confirmer',
        otherwise:
          'Ce n’était pas vous ? Ne faites rien et changez votre mot de passe : votre compte reste comme il est.',
      },
    },
  },
  en: {
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    validity: (minutes) =>
      minutes >= 60
        ? `This link is good for ${minutes / 60} hours and works once.`
        : `This link is good for ${minutes} minutes and works once.`,
    address: 'If the link does not open, copy this address into your browser:',
    closing: 'See you soon,',
    automatic: (organiser) => `This message comes from the box office of ${organiser}.`,
    templates: {
      ACCOUNT_VERIFY: {
        subject: (organiser) => `Your account at ${organiser}: choose your password`,
        title: 'Open your account',
        intro: (organiser) =>
          `An account was asked for with this address at the box office of ${organiser}. Choose a password to open it.`,
        action: 'Choose my password',
        otherwise: 'You did not ask for anything? Do nothing: no account will be opened.',
      },
      ACCOUNT_EXISTS: {
        subject: (organiser) => `You already have an account at ${organiser}`,
        title: 'You already have an account',
        intro: (organiser) =>
          `Somebody, perhaps you, wanted to open an account with this address at the box office of ${organiser}. You already have one: sign in, or choose a new password if you have forgotten it.`,
        action: 'Choose a new password',
        otherwise: 'This was not you? Do nothing: your account stays as it is.',
      },
      ACCOUNT_RESET: {
        subject: (organiser) => `Your password at ${organiser}`,
        title: 'A new password',
        intro: (organiser) =>
          `A new password was asked for, for your account at the box office of ${organiser}.`,
        action: 'Choose a new password',
        otherwise: 'This was not you? Do nothing: your password stays the same.',
      },
      ACCOUNT_LOGIN: {
        subject: (organiser) => `Your log-in link at ${organiser}`,
        title: 'Sign in',
        intro: (organiser) =>
          `A link to sign in to your account at the box office of ${organiser} was asked for. It needs no password.`,
        action: 'Sign in',
        otherwise:
          'This was not you? Do nothing, and pass this message on to nobody: the link opens your account.',
      },
      ACCOUNT_OPEN: {
        subject: (organiser) => `Open your account at ${organiser}`,
        title: 'Open your account',
        intro: (organiser) =>
          `An account was asked for with this address at the box office of ${organiser}. The link opens it and signs you in, without a password.`,
        action: 'Open my account',
        otherwise: 'You did not ask for anything? Do nothing: no account will be opened.',
      },
      ACCOUNT_ERASE: {
        subject: (organiser) => `Erase your account at ${organiser}`,
        title: 'Erase your account',
        intro: (organiser) =>
          `Somebody, probably you, asked to erase your account at the box office of ${organiser}. The link shows what is erased and what is kept; nothing is erased before you confirm.`,
        action: 'Look and confirm',
        otherwise: 'This was not you? Do nothing, and change your password: your account stays as it is.',
      },
    },
  },
};
