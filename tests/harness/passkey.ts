import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Options = { challenge: string };
/** What of an answer is not as it should be. */
type Faults = { origin?: string; rpId?: string; unverified?: boolean; counter?: number };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const flags = { present: 1, verified: 4, canSync: 8, synced: 16, attested: 64 };

/** A passkey in software, of the kind that is synced: what a browser answers, byte by byte. */
export function softPasskey(site: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;

  function authData({ rpId = site.rpId, unverified = false, counter: given }: Faults, more = 0) {
    const head = Buffer.alloc(5);
    const all = flags.present | flags.canSync | flags.synced | more;
    head.writeUInt8(all | (unverified ? 0 : flags.verified), 0);
    head.writeUInt32BE(given ?? counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  const clientData = (type: string, { challenge }: Options, { origin = site.origin }: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([key, value]) => [key, value.toString("base64url")]),
    ),
  });

  return {
    /** The answer of `navigator.credentials.create`. */
    create(options: Options, faults: Faults = {}) {
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        authData(faults, flags.attested),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = clientData("webauthn.create", options, faults);
      return answer({ clientDataJSON, attestationObject });
    },
    /** The answer of `navigator.credentials.get`. */
    get(options: Options, faults: Faults = {}) {
      counter += 1;
      const authenticatorData = authData(faults);
      const clientDataJSON = clientData("webauthn.get", options, faults);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = sign("sha256", signed, privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}
