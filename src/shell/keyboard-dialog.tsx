import { useState } from "react";
import { t } from "#app/language/message.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { singleKeysOn, switchSingleKeys } from "#app/ui/single-keys.ts";
import { isRightToLeft } from "#app/ui/reading-direction.ts";
import { Switch } from "#app/ui/switch.tsx";
import "./keyboard-dialog.css";

type Keys = { title: string; rows: readonly (readonly [what: string, keys: readonly string[]])[] };

/** Design reference, section 8. */
const groups: readonly Keys[] = [
  {
    title: t`Everywhere`,
    rows: [
      [t`Search`, ["/"]],
      [t`Generate`, ["G"]],
      [t`Theme`, ["Ctrl", "J"]],
      [t`These keys`, ["?"]],
      [t`Close the top layer`, ["Esc"]],
      [t`Newest message, to undo`, ["Alt", "T"]],
    ],
  },
  {
    title: t`On the wall`,
    rows: [
      [t`Next picture`, ["Tab"]],
      [t`Open picture`, ["Enter"]],
      [t`Like`, ["L"]],
      [t`Collect`, ["C"]],
      [t`Remix`, ["R"]],
    ],
  },
  {
    title: t`In the image dialog`,
    rows: [
      [t`Previous, next`, isRightToLeft ? ["→", "←"] : ["←", "→"]],
      [t`Zoom to full size`, ["Z"]],
      [t`Details`, ["I"]],
      [t`View prompt`, ["P"]],
      [t`Download`, ["D"]],
      [t`Echo (share)`, ["S"]],
    ],
  },
  {
    title: t`Studio`,
    rows: [
      [t`Cast`, ["Ctrl", "↵"]],
      [t`Last prompt`, ["Ctrl", "↑"]],
      [t`Frame`, ["[", "]"]],
      [t`Cancel a queued cast`, ["Esc"]],
    ],
  },
];

/** On a Mac the key has another name. */
const nameOf = (key: string) =>
  key === "Ctrl" && navigator.platform.startsWith("Mac") ? "⌘" : key;

/** The shortcuts of every page, and the switch that turns off those of a single key. */
export function KeyboardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <Dialog title={t`Keyboard`} className="keyboard-dialog" open={open} onClose={onClose}>
      <div className="keys">
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3 className="label">{title}</h3>
            <dl>
              {rows.map(([what, keys]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{nameOf(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="keys-switch">
        <span>
          <b className="font-medium">{t`Single-key shortcuts`}</b>
          <span className="block text-13 text-ink-2">
            {t`Turn off if you use speech input or a switch. The menu opens this dialog too.`}
          </span>
        </span>
        <Switch
          role="switch"
          aria-label={t`Single-key shortcuts`}
          checked={on}
          aria-checked={on}
          onChange={({ target }) => {
            switchSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
      </label>
    </Dialog>
  );
}
