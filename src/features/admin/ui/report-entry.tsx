import { useState } from "react";
import { T, t } from "#app/language/message.ts";
import { members } from "#app/rules/counted.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { reportReasons } from "#app/rules/report-reasons.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { useSite } from "#app/ui/site.ts";
import { showToast } from "#app/ui/toast.ts";
import { written } from "#app/ui/written.ts";
import type { Report } from "#app/features/pictures/queries.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import { Link } from "#app/ui/link.tsx";
import { api } from "./api.ts";
import { assetTile } from "./asset-pictures.ts";
import { assetStates } from "./asset-table.tsx";
import { Moment } from "./moment.tsx";
import "#app/ui/chip.css";
import "#app/ui/state.css";
import "#app/ui/table.css";
import "./report-entry.css";

type Action = "dismiss" | "hide" | "remove";

/** How long an offer to undo stays, in ms; the action can be undone in the audit log for a day. */
const undoMs = 30_000;

const done: Record<Action, string> = {
  dismiss: t`Report dismissed`,
  hide: t`Image hidden`,
  remove: t`Image deleted`,
};

/** The decision buttons; deleting asks for confirmation. */
function Decisions({ report }: { report: Report }) {
  const [asks, setAsks] = useState(false);
  const { title } = report.picture;

  const undo = useMutation(
    (word: string) => api.post("/api/admin/images/undo", { json: { undo: word } }),
    { reloads: true, onDone: () => void showToast("success", t`The report is open again`) },
  );
  const { run, busy } = useMutation(
    (action: Action) =>
      api.patch("/api/admin/reports/:id", { param: { id: report.id }, json: { action } }),
    {
      reloads: true,
      onDone: ({ undo: word }, action) =>
        void showToast("success", done[action], {
          duration: undoMs,
          action: { label: t`Undo`, onClick: () => void undo.run(word) },
        }),
    },
  );
  function decide(action: Action) {
    setAsks(false);
    void run(action);
  }

  if (asks) {
    return (
      <div className="report-actions">
        <Button look="soft" size="small" onClick={firstClick(() => setAsks(false))}>
          {t`Keep`}
        </Button>
        <Button
          danger
          look="outline"
          size="small"
          disabled={busy}
          onClick={firstClick(() => decide("remove"))}
        >
          {t`Delete “${title}”`}
        </Button>
      </div>
    );
  }
  return (
    <div className="report-actions">
      <Button
        look="primary"
        size="small"
        disabled={busy}
        aria-label={t`Hide image ${title}`}
        onClick={firstClick(() => decide("hide"))}
      >
        {t`Hide image`}
      </Button>
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={t`Dismiss the report of ${title}`}
        onClick={firstClick(() => decide("dismiss"))}
      >
        {t`Dismiss`}
      </Button>
      <Button
        danger
        size="small"
        disabled={busy}
        aria-label={t`Delete the image ${title}`}
        onClick={() => setAsks(true)}
      >
        {t`Delete`}
      </Button>
    </div>
  );
}

function Outcome({ report }: { report: Report }) {
  const { state, resolvedAt, resolvedBy } = report;
  if (resolvedAt === null) return null;
  return (
    <p className="text-13 text-ink-2">
      {state === "upheld" ? t`Upheld` : t`Dismissed`}
      {resolvedBy !== null && t` by @${resolvedBy}`}, <Moment at={resolvedAt} />
    </p>
  );
}

type ReportEntryProps = {
  report: Report;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
};

/** One report: the picture, the reasons given and how often, and the available actions. */
export function ReportEntry({ report, list }: ReportEntryProps) {
  const { imageHost } = useSite();
  const { picture, reasons, voices, voiceCount, createdAt, state } = report;
  const { filename, title, colors, creator } = picture;
  const tile = assetTile(picture);
  const { tone, text } = assetStates[picture.state];
  const noted = voices.filter(({ note }) => note !== null);
  return (
    <li className="report-entry">
      <PictureLink className="report-thumb" list={list} picture={tile} tabIndex={-1} aria-hidden>
        <img
          src={imageAddress(imageHost, filename, { width: 300, format: "webp" })}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          style={{ backgroundColor: colors[0] }}
        />
      </PictureLink>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="title-small wrap-anywhere">
            <PictureLink list={list} picture={tile}>
              {title}
            </PictureLink>
          </h2>
          <span className="state" data-tone={tone}>
            {text}
          </span>
          {!picture.isPublic && <span className="text-13 text-ink-2">{t`Private`}</span>}
        </div>
        <p className="text-13 text-ink-2">
          <T>
            By{" "}
            <Link className="link" to={paths.creator(creator.username)}>
              @{creator.username}
            </Link>
            . Reported by {members(voiceCount)}, first <Moment at={createdAt} />
          </T>
        </p>
        <ul className="flex flex-wrap gap-1.5" aria-label={t`Reasons`}>
          {reasons.map(({ reason, count }) => (
            <li key={reason} className="chip chip-small">
              {reportReasons[reason]()} <b className="number">{count}</b>
            </li>
          ))}
        </ul>
        {noted.length > 0 && (
          <ul className="report-notes" aria-label={t`Notes`}>
            {noted.map(({ by, note, at }) => (
              <li key={by}>
                <p {...written}>{note}</p>
                <span className="text-12 text-ink-3">
                  <bdi>@{by}</bdi>, <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {state === "open" ? <Decisions report={report} /> : <Outcome report={report} />}
      </div>
    </li>
  );
}
