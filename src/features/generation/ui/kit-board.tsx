import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { lazy, Suspense, useState, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { boardRoles, referenceLimits, roleName } from "#app/rules/references.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { useSite } from "#app/ui/site.ts";
import type { BoardPicture } from "../queries/kits.ts";
import type { ReadPictures } from "./reference-picker.tsx";
import "./kit-board.css";

const ReferencePicker = lazy(async () => ({
  default: (await import("./reference-picker.tsx")).ReferencePicker,
}));

const roles = boardRoles.map((value) => ({ value, label: roleName(value) }));

function Shot({ picture }: { picture: BoardPicture }) {
  const { imageHost } = useSite();
  return (
    <img
      alt={`${roleName(picture.role)}: ${picture.title}`}
      src={imageAddress(imageHost, picture.slug, { width: 300, format: "webp" })}
      loading="lazy"
      decoding="async"
      style={{ "--ph": picture.colors[0] } as CSSProperties}
    />
  );
}

/** The mood board of a kit in a row; nothing for one without pictures. */
export function KitBoard({ board }: { board: readonly BoardPicture[] }) {
  if (board.length === 0) return null;
  return (
    <ul className="kit-board" aria-label={t`Mood board`}>
      {board.map((picture) => (
        <li key={picture.id}>
          <Shot picture={picture} />
        </li>
      ))}
    </ul>
  );
}

type KitBoardFieldProps = {
  board: readonly BoardPicture[];
  readPictures: ReadPictures;
  onChange: (board: BoardPicture[]) => void;
};

/** The mood board of a kit with a role for each picture, to be changed. */
export function KitBoardField({ board, readPictures, onChange }: KitBoardFieldProps) {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const room = referenceLimits.board - board.length;
  return (
    <fieldset>
      <legend className="label mb-1.5">{t`Mood board`}</legend>
      {board.length > 0 && (
        <ul className="kit-board-fields">
          {board.map((picture, index) => (
            <li key={picture.id}>
              <Shot picture={picture} />
              <Select
                bare
                small
                label={t`Role of ${picture.title}`}
                options={roles}
                value={picture.role}
                onChange={(role) =>
                  onChange(board.map((one, at) => (at === index ? { ...one, role } : one)))
                }
              />
              <IconButton
                size="small"
                label={t`Remove ${picture.title}`}
                onClick={() => onChange(board.filter((_, at) => at !== index))}
              >
                <XIcon size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <Button look="soft" size="small" onClick={() => setState("open")}>
          {t`Add pictures`}
        </Button>
      )}
      {state !== "never" && (
        <Suspense>
          <ReferencePicker
            open={state === "open"}
            room={room}
            readPictures={readPictures}
            onClose={() => setState("closed")}
            onPick={(chosen) => {
              setState("closed");
              const known = new Set(board.map(({ id }) => id));
              const added = chosen
                .filter(({ id }) => !known.has(id))
                .map(({ id, slug, title, colors }) => ({
                  id,
                  slug,
                  title,
                  colors: [...colors],
                  role: boardRoles[0],
                }));
              onChange([...board, ...added]);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
