/** A registered user. Absent contact data are empty strings. */
export interface User {
  /** UUID, assigned here. */
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly contactAddress: string;
}

/** What a client sends to register; not checked yet. */
export interface UserDraft {
  readonly FullName: string;
  readonly Email: string;
  readonly Phone?: string | null | undefined;
  readonly ContactAddress?: string | null | undefined;
}
