import { absolute } from './page.js';
import { machineTime } from './post.js';
import type { Preview, PreviewPicture } from './preview.js';

interface PreviewTagsProps {
  readonly preview: Preview;
  /** The item at its home. */
  readonly url: string;
  /** Of this server: parsers take no address that is relative. */
  readonly publicUrl: string;
}

/**
 * Twitter's own tags, but for the card, would say what those of Open Graph say, and stand in for them nowhere. Every value on one line, between double quotes and behind `property=` or `name=`: Signal reads with
 * regular expressions.
 */
export function PreviewTags({ preview, url, publicUrl }: PreviewTagsProps) {
  const { type, title, description, siteName, published, picture } = preview;
  return (
    <>
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta name="description" property="og:description" content={description} />
      {siteName !== '' && <meta property="og:site_name" content={siteName} />}
      <meta property="og:url" content={url} />
      {published && <meta property="article:published_time" content={machineTime(published)} />}
      <meta name="twitter:card" content={picture?.isLarge ? 'summary_large_image' : 'summary'} />
      {picture && <PictureTags picture={picture} publicUrl={publicUrl} />}
    </>
  );
}

interface PictureTagsProps {
  readonly picture: PreviewPicture;
  readonly publicUrl: string;
}

function PictureTags({ picture, publicUrl }: PictureTagsProps) {
  const { path, width, height, alt } = picture;
  return (
    <>
      <meta property="og:image" content={absolute(path, publicUrl)} />
      {width !== null && <meta property="og:image:width" content={String(width)} />}
      {height !== null && <meta property="og:image:height" content={String(height)} />}
      {alt && <meta property="og:image:alt" content={alt} />}
    </>
  );
}
