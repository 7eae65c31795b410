import type { Ref } from 'react';
import { useFileContent, useObjectUrl } from '@coulisse/resource-fields';
import type { PlanBackground } from '../../api-types';

/** The background of a plan as an element of its own: it follows the view without being painted. */
export const Ground = ({
  background,
  image,
  onLoad,
}: {
  background: PlanBackground | null;
  image: Ref<HTMLImageElement>;
  onLoad: () => void;
}) => {
  const address = useObjectUrl(useFileContent(background?.fileId ?? null).data);
  if (!background || background.isHidden || !address) return null;
  return (
    <img
      ref={image}
      className="t-plan-ground"
      src={address}
      alt=""
      draggable={false}
      width={background.width}
      height={background.height}
      style={{ opacity: background.opacity }}
      onLoad={onLoad}
    />
  );
};
