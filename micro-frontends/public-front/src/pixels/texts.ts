import type { Language } from '@coulisse/ui-kit/format';

/** Of their own, so that a theatre without pixels loads none of them. */
export const TEXTS = {
  fr: {
    title: 'Vos choix sur les traceurs',
    intro: (theatre: string) =>
      `${theatre} souhaite mesurer la fréquentation de sa billetterie et l’effet de ses publicités. Avec votre accord, ces sites sauront que vous consultez ses pages :`,
    free: 'Sans votre accord, rien ne leur est transmis et la billetterie fonctionne de la même façon. Vous pouvez changer d’avis en bas de chaque page.',
    accepted: 'Vous avez accepté les traceurs.',
    refused: 'Vous avez refusé les traceurs.',
    accept: 'Accepter',
    refuse: 'Refuser',
    privacy: 'Données personnelles',
    change: 'Gérer les traceurs',
  },
  en: {
    title: 'Your choice about trackers',
    intro: (theatre: string) =>
      `${theatre} would like to measure visits to its box office and the effect of its advertising. If you agree, these sites will know that you view its pages:`,
    free: 'If you do not, nothing is sent to them and the box office works the same. You can change your mind at the foot of each page.',
    accepted: 'You have accepted trackers.',
    refused: 'You have refused trackers.',
    accept: 'Accept',
    refuse: 'Refuse',
    privacy: 'Personal data',
    change: 'Manage trackers',
  },
} as const satisfies Record<Language, object>;
