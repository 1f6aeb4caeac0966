import { useState } from "react";
import { t } from "#app/language/message.ts";
import { referenceLimits } from "#app/rules/references.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import type { Page } from "#app/ui/data/use-list.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";
import { Select } from "#app/ui/select.tsx";
import { longestQuery } from "#app/rules/search-query.ts";
import { PictureChoices } from "#app/features/collections/ui/picture-choices.tsx";
import { api as collections } from "#app/features/collections/ui/api.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";

/** Reads a page of a part of the gallery: "likes", "@username" or the id of a collection, by words where there are some. */
export type ReadPictures = (
  asked: { within: string; q: string; cursor: string },
  signal: AbortSignal,
) => Promise<ApiResult<Page<Tile>>>;

type ReferencePickerProps = {
  open: boolean;
  /** How many may be chosen. */
  room?: number;
  readPictures: ReadPictures;
  onClose: () => void;
  onPick: (pictures: Tile[]) => void;
};

/** Chooses pictures among one's own, one's likes and one's collections, with a search. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { open, room = referenceLimits.count, readPictures, onClose, onPick } = props;
  return (
    <Dialog title={t`Choose references`} open={open} onClose={onClose}>
      <Content room={room} readPictures={readPictures} onPick={onPick} />
    </Dialog>
  );
}

function Content({
  room,
  readPictures,
  onPick,
}: Required<Pick<ReferencePickerProps, "room" | "readPictures" | "onPick">>) {
  const username = useMember()?.username ?? "";
  const own = `@${username}`;
  const [within, setWithin] = useState(own);
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<readonly Tile[]>([]);
  const found = useQuery("own collections", (signal) =>
    collections.get("/api/collections", { query: {}, signal }),
  );
  const places = [
    { value: own, label: t`Your images` },
    { value: "likes", label: t`Your likes` },
    ...(found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  function toggle(picture: Tile) {
    const rest = chosen.filter(({ id }) => id !== picture.id);
    if (rest.length < chosen.length) setChosen(rest);
    else if (chosen.length < room) setChosen([...chosen, picture]);
  }
  return (
    <>
      <form
        className="mt-4 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const words = new FormData(event.currentTarget).get("q");
          setQ(typeof words === "string" ? words.trim() : "");
        }}
      >
        <Select small label={t`Where from`} options={places} value={within} onChange={setWithin} />
        <div className="min-w-40 flex-1">
          <SearchInput
            framed="small"
            live
            name="q"
            aria-label={t`Search these pictures`}
            placeholder={t`Search these pictures`}
            value={q}
            maxLength={longestQuery}
          />
        </div>
      </form>
      <PictureChoices
        key={`${within} ${q}`}
        label={places.find(({ value }) => value === within)?.label ?? ""}
        name={`references ${within} ${q}`}
        readPage={(cursor, signal) => readPictures({ within, q, cursor }, signal)}
        none={q === "" ? undefined : t`No picture here matches these words.`}
        chosen={new Set(chosen.map(({ id }) => id))}
        onToggle={toggle}
      />
      <div className="mt-4 flex items-center justify-end gap-3">
        <span className="text-12 text-ink-3">{t`${chosen.length} of ${room} chosen`}</span>
        <Button look="primary" disabled={chosen.length === 0} onClick={() => onPick([...chosen])}>
          {chosen.length === 0 ? t`Add` : t`Add ${chosen.length}`}
        </Button>
      </div>
    </>
  );
}
