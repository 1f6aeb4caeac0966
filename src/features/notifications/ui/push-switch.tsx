import { t } from "#app/language/message.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Switch } from "#app/ui/switch.tsx";
import { readPush, turnPushOff, turnPushOn, type PushState } from "./push-client.ts";

const what = t`Finished casts, and the kinds that you see on this site, also while it is closed.`;

const hints: Record<PushState, string> = {
  off: what,
  on: t`On until you sign out in this browser. Kinds that are off on this site are not sent.`,
  blocked: t`Blocked: allow notifications in this browser’s settings for this site, then come back to this page.`,
  unsupported: t`Not supported by this browser here. On an iPhone or iPad, add the site to the home screen first.`,
};

/** Switch of whether this browser shows the member's notifications. It acts at once, and asks for permission when pressed. */
export function PushSwitch() {
  const { data: state, change } = useQuery("push", readPush);
  const { run, busy } = useMutation((on: boolean) => (on ? turnPushOn() : turnPushOff()), {
    onDone: (now) => change(() => now),
  });
  return (
    <div className="push">
      <label className="push-label">
        <b className="font-medium">{t`Notifications in this browser`}</b>
        <Switch
          role="switch"
          aria-describedby="push-hint"
          checked={state === "on"}
          aria-checked={state === "on"}
          disabled={busy || (state !== "on" && state !== "off")}
          onChange={({ target }) => void run(target.checked)}
        />
      </label>
      <output className="block text-13 text-ink-2" id="push-hint">
        {state === null ? what : hints[state]}
      </output>
    </div>
  );
}
