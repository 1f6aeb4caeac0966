import { lazy, Suspense, useState } from "react";
import { referenceLimits } from "#app/rules/references.ts";
import { pictureToAdd } from "./draft-references.ts";
import type { ReadPictures } from "./reference-picker.tsx";
import type { References } from "./use-references.ts";

const ReferencePicker = lazy(async () => ({
  default: (await import("./reference-picker.tsx")).ReferencePicker,
}));

type PickProps = { references: References; readPictures: ReadPictures };

/** The dialog that adds references: loaded when it is first opened, and kept for the way out. */
export function PickReferences({ references, readPictures }: PickProps) {
  const [wasOpened, setOpened] = useState(false);
  if (references.isPicking && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <ReferencePicker
        open={references.isPicking}
        room={referenceLimits.count - references.items.length}
        readPictures={readPictures}
        onClose={() => references.setPicking(false)}
        onPick={(chosen) => {
          references.setPicking(false);
          for (const picture of chosen) references.add(pictureToAdd(picture));
        }}
      />
    </Suspense>
  );
}
