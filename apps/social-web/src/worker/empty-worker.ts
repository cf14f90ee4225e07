// Does nothing. What matters is that the browser asks for it (`release/new-version.ts`).
self.close();

export {};
