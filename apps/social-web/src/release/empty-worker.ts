// Does nothing. What matters is that the browser asks for it (`new-version.ts`).
close();

export {};
