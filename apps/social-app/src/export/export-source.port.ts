export interface ExportedChat {
  readonly chatId: string;
  readonly personId: string;
  /** Null once the other one has erased the account. */
  readonly personName: string | null;
  readonly lastSeq: number;
  readonly readSeq: number;
}

export interface ExportedMessage {
  readonly id: string;
  readonly seq: number;
  /** Empty once deleted for both. */
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly deletedAt: Date | null;
}

export interface ExportedReport {
  readonly id: string;
  readonly reportedId: string;
  readonly reason: string;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** What is stored of someone beside the account page, a page at a time: nobody's data is held in memory whole. */
export interface ExportSource {
  chatsAfter(userId: string, chatId: string, limit: number): Promise<ExportedChat[]>;
  /** Only what the user wrote. */
  messagesAfter(
    userId: string,
    chatId: string,
    seq: number,
    limit: number,
  ): Promise<ExportedMessage[]>;
  reportsAfter(userId: string, reportId: string | null, limit: number): Promise<ExportedReport[]>;
}
