import { createHttpClient } from '@triptych/http-client';
import { listOf } from '@triptych/service-host';
import type { Stores } from './compose-stores.js';
import { createHttpPictureSource } from './pictures/picture-source.http.js';
import { createPrismaPictureStore } from './pictures/picture-store.prisma.js';
import { createPictures } from './pictures/pictures.js';

/** A client of its own: the provider's host may be a private address, and a picture may lie anywhere. */
export function composePictures({ prisma, accounts, config }: Stores) {
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    allowHosts: listOf(config.OUTBOUND_ALLOW_HOSTS),
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
