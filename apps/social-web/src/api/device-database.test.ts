import { deviceDatabase } from './device-database.js';

type Handler = (() => void) | null;

/** A connection to a database in which each key has itself as its value. */
class Connection {
  onclose: Handler = null;
  private isClosed = false;

  /** As a browser does, to a page in the background or with a fault of the disk. */
  end(): void {
    this.isClosed = true;
    this.onclose?.();
  }

  transaction() {
    if (this.isClosed) throw new DOMException('The connection is closed.', 'InvalidStateError');
    const get = (key: string) => {
      const request = { result: key, onsuccess: null as Handler };
      void Promise.resolve().then(() => request.onsuccess?.());
      return request;
    };
    const transaction = { oncomplete: null as Handler, objectStore: () => ({ get }) };
    setImmediate(() => transaction.oncomplete?.());
    return transaction;
  }
}

const connections: Connection[] = [];
let isDenied = false;

beforeAll(() => {
  const open = () => {
    const connection = new Connection();
    const request = { result: connection, onsuccess: null as Handler, onerror: null as Handler };
    setImmediate(() => {
      if (isDenied) return request.onerror?.();
      connections.push(connection);
      request.onsuccess?.();
    });
    return request;
  };
  Object.assign(globalThis, { indexedDB: { open } });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

it('a connection is used until the browser ends it, and another one after that or after a failure', async () => {
  isDenied = true;
  await expect(deviceDatabase.read(['a'])).rejects.toThrow('denied');
  isDenied = false;
  expect(await deviceDatabase.read(['a'])).toEqual(['a']);
  expect(await deviceDatabase.read(['b'])).toEqual(['b']);
  expect(connections).toHaveLength(1);
  connections[0]!.end();
  expect(await deviceDatabase.read(['c'])).toEqual(['c']);
  expect(connections).toHaveLength(2);
});
