/** Finding people, as sign-in knows them. */
export interface People {
  /** Who has shown to own this address, however it is spelled. */
  findByEmail(email: string): Promise<{ readonly id: string } | null>;
}
