import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { singleKeysOn, switchSingleKeys } from "#app/ui/single-keys.ts";
import { Switch } from "#app/ui/switch.tsx";
import "./keyboard-dialog.css";

type Keys = { title: string; rows: readonly (readonly [what: string, keys: readonly string[]])[] };

/** Design reference, section 8. */
const groups: readonly Keys[] = [
  {
    title: "Everywhere",
    rows: [
      ["Search", ["/"]],
      ["Generate", ["G"]],
      ["Theme", ["Ctrl", "J"]],
      ["These keys", ["?"]],
      ["Close the top layer", ["Esc"]],
    ],
  },
  {
    title: "On the wall",
    rows: [
      ["Next picture", ["Tab"]],
      ["Open", ["Enter"]],
      ["Like", ["L"]],
      ["Collect", ["C"]],
      ["Remix", ["R"]],
    ],
  },
  {
    title: "In the image dialog",
    rows: [
      ["Previous, next", ["←", "→"]],
      ["Zoom to full size", ["Z"]],
      ["Details", ["I"]],
      ["View prompt", ["P"]],
      ["Download", ["D"]],
      ["Echo (share)", ["S"]],
    ],
  },
  {
    title: "Studio",
    rows: [
      ["Cast", ["Ctrl", "↵"]],
      ["Last prompt", ["Ctrl", "↑"]],
      ["Frame", ["[", "]"]],
      ["Cancel a queued cast", ["Esc"]],
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
    <Dialog title="Keyboard" className="keyboard-dialog" open={open} onClose={onClose}>
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
          <b className="font-medium">Single-key shortcuts</b>
          <span className="block text-13 text-ink-2">
            Turn off if you use speech input or a switch. The menu opens this dialog too.
          </span>
        </span>
        <Switch
          role="switch"
          aria-label="Single-key shortcuts"
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
