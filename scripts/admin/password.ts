/** Sources of passwords for the command line: by default not the arguments, which everybody on the machine can read. */
import { isUtf8 } from "node:buffer";
import { createInterface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { UsageError, type Options } from "./command.ts";

/** The user's input and output. */
export type Terminal = {
  input: Readable & { isTTY?: boolean };
  /** Not standard output, which programs may parse. */
  output: Writable;
};

/** The options of every command that sets a password. */
export const passwordOptions = { password: "string", "password-stdin": "boolean" } as const;

/** Maximum length of a password; a longer pipe is not read to its end. */
const MOST_BYTES = 4096;

const warning =
  "warning: other users of this machine can read --password while the command runs, and npm and the shell keep it on disk. " +
  "Leave it out to be asked for it, or pipe it in with --password-stdin.\n";

/** Reads lines from the terminal without echo. */
async function askHidden(
  { input, output }: Terminal,
  questions: readonly string[],
): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  // In raw mode Ctrl-C is an ordinary key.
  reader.on("SIGINT", () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      output.write(question);
      const line = await lines.next();
      output.write("\n");
      if (line.done) throw new Error("No password was given.");
      answers.push(line.value);
    }
    return answers;
  } finally {
    reader.close();
  }
}

async function askTwice(terminal: Terminal): Promise<string> {
  const [first, second] = await askHidden(terminal, ["Password: ", "The same again: "]);
  if (first === second) return first;
  throw new Error("The two passwords are not the same.");
}

/** The single line from a pipe, with or without a line break at its end. */
async function readPiped(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) throw new Error("The password on standard input is too long.");
    chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new Error("The password on standard input is not valid UTF-8.");
  const text = bytes.toString();
  const line = text.replace(/\r?\n$/, "");
  if (line === "") throw new Error("Standard input is empty: pipe the password in.");
  if (/[\r\n]/.test(line)) throw new Error("Standard input has more than one line.");
  return line;
}

/**
 * The password for a command: prompted for at a terminal, piped in with --password-stdin, or, with a warning, from
 * --password.
 * @throws UsageError if there is neither a terminal nor an option; Error if the input is not a valid password
 */
export async function readPassword(options: Options, terminal: Terminal): Promise<string> {
  const { password } = options;
  if (options["password-stdin"] === true) {
    if (password !== undefined)
      throw new UsageError("--password and --password-stdin exclude each other");
    return terminal.input.isTTY ? askTwice(terminal) : readPiped(terminal.input);
  }
  if (typeof password === "string") {
    terminal.output.write(warning);
    return password;
  }
  if (terminal.input.isTTY) return askTwice(terminal);
  throw new UsageError(
    "There is no terminal to ask for the password: pipe it in with --password-stdin",
  );
}
