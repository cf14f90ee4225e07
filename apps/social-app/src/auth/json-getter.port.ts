/** Reads one JSON document of a provider. Throws ProviderFault when there is none to be had. */
export type GetJson = (url: string, bearer?: string) => Promise<unknown>;
