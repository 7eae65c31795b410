import { Skeleton, useUiText } from '@coulisse/ui-kit';

const CARDS = [4, 2, 3, 1, 2];

export const BoardSkeleton = ({ columns }: { columns: number }) => {
  const text = useUiText();
  return (
    <div role="status" aria-label={text('loading')} className="r-board">
      {Array.from({ length: columns }, (_, column) => (
        <div key={column} className="r-board-column">
          <header>
            <Skeleton width="48%" />
          </header>
          <div className="r-cards">
            {Array.from({ length: CARDS[column % CARDS.length] ?? 1 }, (_unused, card) => (
              <div key={card} className="r-card">
                <Skeleton width="70%" />
                <Skeleton width="45%" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
};
