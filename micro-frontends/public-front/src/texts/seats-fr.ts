import seats from '../locales/seats.fr.json';

export default seats;
