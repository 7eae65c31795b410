import ui from '@coulisse/ui-kit/locales/fr.json';
import front from '../locales/fr.json';

export default { front, ui };
