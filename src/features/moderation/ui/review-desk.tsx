import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { T, plural, t } from "#app/language/message.ts";
import { images, type Unit } from "#app/rules/counted.ts";
import { paths } from "#app/paths.ts";
import { reportReasonIds, reportReasons } from "#app/rules/report-reasons.ts";
import { Button } from "#app/ui/button.tsx";
import type { Page } from "#app/ui/data/use-list.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";
import { useSite } from "#app/ui/site.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { written } from "#app/ui/written.ts";
import type { ReviewItem } from "../queries.ts";
import { reviewImage, useReview, type Decision, type UndoCall } from "./use-review.ts";
import { When } from "./when.tsx";
import "#app/ui/chip.css";
import "#app/ui/state.css";
import "./review-desk.css";

const strikes: Unit = (count) => plural(count, "# strike", "# strikes");

/** What the decision is made by: words, reports, and the member's standing. */
function Facts({ item }: { item: ReviewItem }) {
  const { title, prompt, isWaiting, flagged, reports, notes, member } = item;
  return (
    <div className="review-facts">
      <h2 className="title-small wrap-anywhere">
        <Link to={paths.picture(item.slug)}>{title}</Link>
      </h2>
      <span className="state" data-tone={isWaiting ? "ochre" : "rust"}>
        {isWaiting ? (flagged ? t`Waits: flagged by the classifier` : t`Waits`) : t`Reported`}
      </span>
      {reports.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t`Reports`}>
          {reports.map(({ reason, count }) => (
            <li key={reason} className="chip chip-small">
              {reportReasons[reason]()} <b className="number">{count}</b>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <blockquote key={note} {...written} className="wrap-anywhere text-13 text-ink-2">
          {t`“${note}”`}
        </blockquote>
      ))}
      {prompt !== null && (
        <p {...written} className="review-prompt">
          {prompt}
        </p>
      )}
      <p className="text-13 text-ink-2">
        <T>
          <Link
            className="link"
            to={paths.dashboardPage(`admin/members/${encodeURIComponent(member.username)}`)}
          >
            @{member.username}
          </Link>
          , since <When at={member.since} />: {images(member.pictures)}, {member.hidden} hidden
          before, {strikes(member.strikes)}
        </T>
      </p>
    </div>
  );
}

type BarProps = {
  canUndo: boolean;
  onApprove: () => void;
  onReject: () => void;
  onSkip: () => void;
  onUndo: () => void;
};

/** The four actions; each has a key of its own. */
function ActionBar({ canUndo, onApprove, onReject, onSkip, onUndo }: BarProps) {
  return (
    <div className="review-bar">
      <Button look="primary" aria-keyshortcuts="a" onClick={onApprove}>
        <T>
          Approve <kbd aria-hidden>A</kbd>
        </T>
      </Button>
      <Button look="outline" danger aria-keyshortcuts="r" onClick={onReject}>
        <T>
          Reject <kbd aria-hidden>R</kbd>
        </T>
      </Button>
      <Button look="soft" aria-keyshortcuts="s" onClick={onSkip}>
        <T>
          Skip <kbd aria-hidden>S</kbd>
        </T>
      </Button>
      <Button look="quiet" aria-keyshortcuts="u" disabled={!canUndo} onClick={onUndo}>
        <T>
          Undo <kbd aria-hidden>U</kbd>
        </T>
      </Button>
    </div>
  );
}

/** The reasons of a rejection, each with its digit. */
function ReasonBar({
  onChoose,
  onCancel,
}: {
  onChoose: (reason: (typeof reportReasonIds)[number]) => void;
  onCancel: () => void;
}) {
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  return (
    <fieldset className="review-bar" aria-label={t`Reason`} ref={first}>
      {reportReasonIds.map((reason, index) => (
        <Button
          key={reason}
          look="soft"
          size="small"
          aria-keyshortcuts={`${index + 1}`}
          onClick={() => onChoose(reason)}
        >
          <kbd aria-hidden>{index + 1}</kbd> {reportReasons[reason]()}
        </Button>
      ))}
      <Button look="quiet" size="small" aria-keyshortcuts="Escape" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </fieldset>
  );
}

/** One picture at a time, decided by key or touch. See docs/moderation.md. */
export function ReviewDesk({ first, undoCall }: { first: Page<ReviewItem>; undoCall: UndoCall }) {
  const { imageHost } = useSite();
  const review = useReview(first, undoCall);
  const { item, isReading, seen, canUndo, said } = review;
  const [isRejecting, setRejecting] = useState(false);

  function decide(decision: Decision) {
    setRejecting(false);
    review.decide(decision);
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === "Escape" && isRejecting) return setRejecting(false);
    if (!isSingleKeyPress(event)) return;
    const key = event.key.toLowerCase();
    const reason = isRejecting ? reportReasonIds.at(Number(key) - 1) : undefined;
    if (isRejecting && /^[1-9]$/.test(key) && reason !== undefined) {
      decide({ action: "reject", reason });
    } else if (key === "a") decide({ action: "approve" });
    else if (key === "r") setRejecting(item !== undefined);
    else if (key === "s") review.skip();
    else if (key === "u" && canUndo) void review.undo();
    else return;
    event.preventDefault();
  }
  const latest = useRef(pressed);
  // With the same frame as the picture: a key must not decide about the one before.
  useLayoutEffect(() => {
    latest.current = pressed;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    <>
      <output className="sr-only">{said}</output>
      {item === undefined ? (
        <>
          {isReading ? (
            <Spinner label={t`Reading more`} className="m-auto my-12" />
          ) : (
            <EmptyState title={seen === 0 ? t`Nothing to review` : t`That was the last one`}>
              {t`No image waits for a decision and none is reported.`}
            </EmptyState>
          )}
          {canUndo && (
            <Button look="soft" className="mt-4" onClick={() => void review.undo()}>
              {t`Undo`}
            </Button>
          )}
        </>
      ) : (
        <div className="review">
          <div className="review-stage" style={{ backgroundColor: item.color }}>
            <img
              key={item.id}
              src={reviewImage(imageHost, item)}
              alt={item.title}
              width={item.width}
              height={item.height}
            />
          </div>
          <Facts item={item} />
          {isRejecting ? (
            <ReasonBar
              onChoose={(reason) => decide({ action: "reject", reason })}
              onCancel={() => setRejecting(false)}
            />
          ) : (
            <ActionBar
              canUndo={canUndo}
              onApprove={() => decide({ action: "approve" })}
              onReject={() => setRejecting(true)}
              onSkip={review.skip}
              onUndo={() => void review.undo()}
            />
          )}
        </div>
      )}
    </>
  );
}
