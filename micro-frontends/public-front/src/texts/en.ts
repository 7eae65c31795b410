import ui from '@coulisse/ui-kit/locales/en.json';
import front from '../locales/en.json';

export default { front, ui };
