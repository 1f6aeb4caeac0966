/** PostgreSQL's own COPY protocol over a pg connection: the one form in which every type of column keeps its value. */
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Connection, PoolClient, Submittable } from "pg";

/** The parts of a pg connection that COPY uses and its types leave out. */
type CopyConnection = {
  stream: Socket;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

type Outcome = { promise: Promise<void>; resolve(): void; reject(error: unknown): void };

function shared(text: string, outcome: Outcome) {
  let failed = false;
  return {
    submit: (connection: Connection) => connection.query(text),
    handleError(error: Error) {
      failed = true;
      outcome.reject(error);
    },
    handleReadyForQuery() {
      if (!failed) outcome.resolve();
    },
    handleCommandComplete: () => undefined,
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
    handleEmptyQuery: () => undefined,
  };
}

/** Writes what `copy … to stdout` gives into a stream, no faster than the stream takes it. */
export async function copyOut(
  client: PoolClient,
  statement: string,
  into: Writable,
): Promise<void> {
  const outcome: Outcome = Promise.withResolvers<void>();
  let isPaused = false;
  client.query({
    ...shared(statement, outcome),
    handleCopyData(message: { chunk: Buffer }, connection: CopyConnection) {
      // The chunk is a window on the parser's own buffer, which the next packet overwrites.
      // What the parser has already comes even while the socket is paused.
      if (into.write(Buffer.from(message.chunk)) || isPaused) return;
      isPaused = true;
      connection.stream.pause();
      into.once("drain", () => {
        isPaused = false;
        connection.stream.resume();
      });
    },
  } as Submittable);
  await outcome.promise;
}

/** Feeds a stream into `copy … from stdin`. */
export async function copyIn(client: PoolClient, statement: string, from: Readable): Promise<void> {
  const outcome: Outcome = Promise.withResolvers<void>();
  async function feed(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error instanceof Error ? error.message : String(error));
    }
  }
  client.query({
    ...shared(statement, outcome),
    handleCopyInResponse(connection: CopyConnection) {
      void feed(connection);
    },
  } as Submittable);
  await outcome.promise;
}
