import { resourceTexts } from '@coulisse/resource-ui/locales/fr';
import shell from '../locales/fr.json';

export const texts = { resource: resourceTexts, shell };
