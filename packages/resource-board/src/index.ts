import './styles/board.css';

export { Board } from './board';
export { boardLocales } from './texts';
