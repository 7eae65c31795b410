import type { GalleryPage } from '../app/page';
import { ScreenExample } from '../screens/screen-example';

const code = `<Link to="/sample/gadgets?type=kanban&by=state">…</Link>`;

const Content = () => (
  <>
    <ScreenExample screen="board-cards" title="board.cards" code={code} />
    <ScreenExample screen="board-empty" title="board.empty" code={code} />
  </>
);

export const board: GalleryPage = { slug: 'board', group: 'screens', components: ['Board'], Content };
