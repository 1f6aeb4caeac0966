import { useState } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { useSite } from "#app/ui/site.ts";
import { Compare } from "./compare.tsx";
import type { Tile } from "./tile.ts";
import "./compare-dialog.css";

/** A picture with which another one can be compared. */
export type Comparable = { label: "Source" | "Previous" | "Next"; picture: Tile };

const labels: Record<Comparable["label"], string> = {
  Source: t`Source`,
  Previous: t`Previous`,
  Next: t`Next`,
};

type CompareDialogProps = {
  picture: Tile;
  /** In the order in which they are offered; at least one while the dialog is open. */
  others: readonly Comparable[];
  open: boolean;
  onClose: () => void;
};

/** A picture over its source or over a neighbour in the list, with a slider between them. */
export function CompareDialog({ picture, others, open, onClose }: CompareDialogProps) {
  const { imageHost } = useSite();
  const [label, setLabel] = useState<Comparable["label"] | null>(null);
  const other = others.find((one) => one.label === label) ?? others.at(0);
  const side = ({ title, slug }: Tile) => ({
    alt: title,
    src: imageAddress(imageHost, slug, { width: 1024, format: "webp" }),
  });
  return (
    <Dialog title={t`Compare`} className="compare-dialog" open={open && !!other} onClose={onClose}>
      {other && (
        <>
          <div className="compare-head">
            <Segment
              legend={t`Compare with`}
              hideLegend
              small
              options={others.map((one) => ({ value: one.label, label: labels[one.label] }))}
              value={other.label}
              onChange={setLabel}
            />
          </div>
          <Compare
            before={side(other.picture)}
            after={side(picture)}
            width={picture.width}
            height={picture.height}
          />
          <p className="compare-names">
            <span>{other.picture.title}</span>
            <span>{picture.title}</span>
          </p>
        </>
      )}
    </Dialog>
  );
}
