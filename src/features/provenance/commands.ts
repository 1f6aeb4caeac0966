/** Provenance: the keys of an installation, and where files came from. */
import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

export { verifyPicture } from "./commands/verify.ts";

type Db = Kysely<Database>;

async function storedKey(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom("watermark_keys").select("key").executeTakeFirst();
  return row?.key ?? null;
}

/** The key of this installation's watermarks, made at its first start. Processes that make one at once agree on one. */
export async function watermarkKey(db: Db): Promise<Buffer> {
  const known = await storedKey(db);
  if (known !== null) return known;
  await db
    .insertInto("watermark_keys")
    .values({ key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const agreed = await storedKey(db);
  if (agreed === null) throw new Error("the key of watermarks cannot be stored");
  return agreed;
}

type Certificate = { fingerprint: string; chain: string; privateKey: string };

async function storedCertificate(db: Db): Promise<Certificate | null> {
  const row = await db
    .selectFrom("signing_certificates")
    .select(["fingerprint", "chain", "private_key"])
    .where("private_key", "is not", null)
    .orderBy("created_at")
    .orderBy("fingerprint")
    .executeTakeFirst();
  if (row === undefined || row.private_key === null) return null;
  return { fingerprint: row.fingerprint, chain: row.chain, privateKey: row.private_key };
}

/**
 * The certificate that files are signed with, and the chains of all that ever were.
 * @param given of settings; its key is not stored
 * @param make a new one, at the first start without settings; processes that make one at once use the first that is stored
 */
export async function signingCertificates(
  db: Db,
  given: Certificate | null,
  make: () => Promise<Certificate>,
): Promise<{ certificate: Certificate; chains: string[] }> {
  const known = given ?? (await storedCertificate(db));
  const wanted = known ?? (await make());
  await sql`
    insert into signing_certificates (fingerprint, chain, private_key)
    select ${wanted.fingerprint}, ${wanted.chain}, ${given === null ? wanted.privateKey : null}
    where ${given !== null} or not exists (select from signing_certificates where private_key is not null)
    on conflict do nothing`.execute(db);
  const certificate = given ?? (await storedCertificate(db));
  if (certificate === null) throw new Error("the certificate of provenance cannot be stored");
  const rows = await db.selectFrom("signing_certificates").select("chain").execute();
  return { certificate, chains: rows.map(({ chain }) => chain) };
}
