/** The files of an archive that say what it is. */

type Facts = { username: string; site: string; app: string; version: string; requestedAt: Date };

/** For people who open the archive. */
export function readme(
  { username, site, app, requestedAt }: Facts,
  { pictures, lost }: { pictures: number; lost: number },
): string {
  const missing =
    lost === 0
      ? ""
      : `\n${lost} of your images could not be read and are not in here. records/lost-files.jsonl names them.\n`;
  return `Everything that @${username} has at ${app}

Site:    ${site}
Date:    ${requestedAt.toISOString()}
Images:  ${pictures}
${missing}
data/                    What goes with you to another installation of Echoform.
  pictures/              Your images as they are stored, each named by the SHA-256 of its file.
  pictures.jsonl         One line for each image: title, prompt, tags, licence, what made it and
                         from which image it was made. Images are named by their SHA-256.
  collections.jsonl      Your collections and the images in them.
  likes.jsonl            The images that you like.
  follows.jsonl          The people whom you follow.
  masks/                 What you marked in edits, each named by the SHA-256 of its file.
                         pictures.jsonl says of which image.
  style-kits.jsonl       Your style kits.
  word-lists.jsonl       Your lists of words for prompts.
  profile.json           Your profile. avatar.webp and cover.webp are its images.

records/                 Your time at this site, for you to read. Nothing of it is taken over
                         by another installation; credits stay where they are.
  account.json           Your account, plan, balance and settings.
  ledger.jsonl           Every movement of your credits.
  payments.jsonl         What you paid.
  casts.jsonl            Every cast. masks/ has what you marked where no image is left.
  grids.jsonl            Your grids; their pictures are casts.
  messages.jsonl, reports.jsonl, decisions.jsonl
                         What you wrote to the operator, what you reported, and decisions
                         about your account.

activitypub/             Your profile, published images and likes for other programs of the
                         fediverse (FEP-6fcd).

manifest-sha256.txt      The SHA-256 of every file below data/.
tagmanifest-sha256.txt   The same of all other files.

To check that the archive is whole, unpack it into a folder of its own and run there:

  sha256sum --check --quiet manifest-sha256.txt tagmanifest-sha256.txt

The folder is a bag (BagIt 1.0, RFC 8493).

This archive holds private images and words. Keep it as you keep your password.
`;
}

/** The manifest of FEP-6fcd. Texts are written as JSON strings, which YAML reads. */
export function manifestYml({ username, site, app, version, requestedAt }: Facts): string {
  const text = JSON.stringify;
  return `ubc-version: 0.1
meta:
  created: ${requestedAt.toISOString().slice(0, 10)}
  createdBy:
    controller: ${text(`${site}/@${username}`)}
    client:
      name: ${text(`${app} (Echoform ${version})`)}
      url: ${text(site)}
contents:
  manifest.yml:
    url: https://codeberg.org/fediverse/fep/src/branch/main/fep/6fcd/fep-6fcd.md#manifest-file
  README.txt: {}
  bagit.txt:
    url: https://www.rfc-editor.org/rfc/rfc8493
  bag-info.txt: {}
  manifest-sha256.txt: {}
  tagmanifest-sha256.txt: {}
  activitypub:
    contents:
      actor.json:
        url: https://www.w3.org/TR/activitypub/#actor-objects
      outbox.json:
        url: https://www.w3.org/TR/activitystreams-core/#collections
      likes.json:
        url: https://www.w3.org/TR/activitypub/#likes
      following_accounts.csv:
        url: https://docs.joinmastodon.org/user/moving/#export
  data: {}
  records: {}
`;
}
