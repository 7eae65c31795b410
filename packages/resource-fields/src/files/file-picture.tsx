import { ImageOff } from 'lucide-react';
import { Skeleton } from '@coulisse/ui-kit';
import { useFileContent, useObjectUrl } from './file-content';

/** An image that needs authorisation. `width`: requested width in pixels. */
export const FilePicture = ({ id, alt, width }: { id: string; alt: string; width?: number }) => {
  const content = useFileContent(id, width);
  const address = useObjectUrl(content.data);
  if (content.isError)
    return (
      <span className="r-picture-lost" role="img" aria-label={alt}>
        <ImageOff className="c-icon" aria-hidden />
      </span>
    );
  if (!address) return <Skeleton width="72px" height="100%" />;
  return <img src={address} alt={alt} />;
};
