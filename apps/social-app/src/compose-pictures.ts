import { createHttpClient } from '@triptych/http-client';
import type { Stores } from './compose-stores.js';
import { outboundAllowHosts } from './config.js';
import { createHttpPictureSource } from './pictures/picture-source.http.js';
import { createPrismaPictureStore } from './pictures/picture-store.prisma.js';
import { createPictures } from './pictures/pictures.js';

/** A client of its own: the provider's host may be a private address, and a picture may lie anywhere. */
export function composePictures({ prisma, accounts, config }: Stores) {
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    allowHosts: outboundAllowHosts(config),
  });
  return {
    pictures: createPictures(
      createPrismaPictureStore(prisma),
      (id) => accounts.findPictureSource(id),
      createHttpPictureSource(http),
    ),
    close: () => http.close(),
  };
}
