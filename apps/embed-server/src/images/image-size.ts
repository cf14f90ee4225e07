/** What `?size=` may ask for; without it the largest picture is sent. Nothing is decoded or scaled here. */
export const imageSizes = ['small', 'medium', 'large'] as const;

export type ImageSize = (typeof imageSizes)[number];
