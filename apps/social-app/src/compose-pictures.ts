import { createHttpClient } from '@triptych/http-client';
import type { Log } from '@triptych/logging';
import { listOf } from '@triptych/service-host';
import type { Stores } from './compose-stores.js';
import { createHttpPictureSource } from './pictures/picture-source.http.js';
import { createPrismaPictureStore } from './pictures/picture-store.prisma.js';
import { createPictures } from './pictures/pictures.js';

/** A client of its own: the provider's host may be a private address, and a picture may lie anywhere. */
export function composePictures({ prisma, accounts, config }: Stores, log: Log) {
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    allowHosts: listOf(config.OUTBOUND_ALLOW_HOSTS),
  });
  const pictures = createPictures({
    store: createPrismaPictureStore(prisma),
    findSource: (id) => accounts.findPictureSource(id),
    load: createHttpPictureSource(http),
    onError: (err) => log.warn({ err }, 'a picture could not be kept; it is tried again later'),
  });
  return {
    pictures,
    close: async () => {
      const closed = pictures.close();
      await http.close();
      await closed;
    },
  };
}
