import later from '../locales/later.fr.json';

export default later;
