/** The certificate of an installation: one of its own making, or one that settings name. */
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { JsonName } from "@peculiar/x509";

export type SigningCertificate = {
  /** SHA-256 of the signer's certificate, hexadecimal. */
  fingerprint: string;
  /** PEM, the signer's own first, then its issuers. */
  chain: string;
  /** PEM. */
  privateKey: string;
};

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const years = 20;
/** What certificates that sign content must be allowed to do (C2PA, 14.5.1). */
const emailProtection = "1.3.6.1.5.5.7.3.4";

const keys = () =>
  webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;

/** A positive number without a leading zero byte. */
const serial = () => `4${randomBytes(16).toString("hex").slice(1)}`;

const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase();

/** A name as it may stand in a certificate. */
const nameOf = (common: string, site: string): JsonName => [
  { O: [new URL(site).hostname] },
  { CN: [common.slice(0, 64)] },
];

/**
 * A new certificate, issued by an authority made for it alone, whose key is thrown away. Nobody vouches for it, and its name
 * says so: it shows that files come from the same place, not whose place that is.
 */
export async function selfMadeCertificate(name: string, site: string): Promise<SigningCertificate> {
  // Needed once in the life of an installation.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const crypto = webcrypto as unknown as Crypto;
  const [authority, signer] = [await keys(), await keys()];
  const notBefore = new Date(Date.now() - 86_400_000);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  const times = { notBefore, notAfter, signingAlgorithm: algorithm };
  const issuer = nameOf("Self-made authority", site);
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...times,
      serialNumber: serial(),
      name: issuer,
      keys: authority,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(authority.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  const leaf = await x509.X509CertificateGenerator.create(
    {
      ...times,
      serialNumber: serial(),
      subject: nameOf(`${name} (self-made certificate)`, site),
      issuer: root.subjectName.toJSON(),
      signingKey: authority.privateKey,
      publicKey: signer.publicKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([emailProtection], false),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, crypto),
        await x509.SubjectKeyIdentifierExtension.create(signer.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  const exported = Buffer.from(
    await webcrypto.subtle.exportKey("pkcs8", signer.privateKey as webcrypto.CryptoKey),
  );
  const lines = exported.toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  const own = leaf.toString("pem");
  return {
    fingerprint: fingerprintOf(own),
    chain: `${own}\n${root.toString("pem")}\n`,
    privateKey: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
  };
}

/**
 * The certificate of files that settings name.
 * @throws Error of one sentence when they do not fit each other or cannot be read
 */
export async function readCertificate(
  chainFile: string,
  keyFile: string,
): Promise<SigningCertificate> {
  const readText = (file: string) =>
    readFile(file, "utf8").catch((cause: unknown) => {
      throw new Error(`The file ${file} of the certificate for provenance cannot be read.`, {
        cause,
      });
    });
  const [chain, privateKey] = [await readText(chainFile), await readText(keyFile)];
  try {
    if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(privateKey))) {
      throw new Error("the key is not that of the certificate");
    }
  } catch (cause) {
    throw new Error(
      `${chainFile} and ${keyFile} are not a certificate and its private key in PEM form.`,
      { cause },
    );
  }
  return { fingerprint: fingerprintOf(chain), chain, privateKey };
}

const curves: Readonly<Record<string, string>> = {
  prime256v1: "es256",
  secp384r1: "es384",
  secp521r1: "es512",
};

/** The name that C2PA gives to signing with a key. @throws Error for a kind of key that it does not allow */
export function signatureAlgorithm(privateKey: string): string {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey);
  if (asymmetricKeyType === "ed25519") return "ed25519";
  if (asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss") return "ps256";
  const found = curves[asymmetricKeyDetails?.namedCurve ?? ""];
  if (found !== undefined) return found;
  throw new Error("The private key for provenance must be of Ed25519, RSA, P-256, P-384 or P-521.");
}

/** The last certificate of a chain: who issued the others. */
export function anchorOf(chain: string): string {
  const all = chain.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return `${all.at(-1) ?? ""}\n`;
}

/** The serial number of a chain's first certificate, decimal. */
export function serialOf(chain: string): string {
  return BigInt(`0x${new X509Certificate(chain).serialNumber}`).toString();
}
