import { NotFound } from '../app/page-states';

export function NotFoundPage() {
  return (
    <div className="page">
      <NotFound />
    </div>
  );
}
