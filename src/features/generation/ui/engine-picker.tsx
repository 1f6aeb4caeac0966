import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useId } from "react";
import { locale, t } from "#app/language/message.ts";
import type { EngineListing, HealthWord } from "../queries/engines.ts";
import { factsOf } from "./engine-facts.ts";
import { healthLabels, offerOf, refusalOf, type Asked } from "./engines.ts";
import { Option } from "#app/ui/option.tsx";
import "./engine-picker.css";

const healthIcons = {
  up: CheckCircleIcon,
  degraded: WarningCircleIcon,
  down: WarningCircleIcon,
  unknown: CircleDashedIcon,
};

function Health({ health }: { health: HealthWord }) {
  const Icon = healthIcons[health];
  return (
    <span className="engine-health" data-health={health}>
      <Icon size={14} />
      {healthLabels[health]}
    </span>
  );
}

const listed = new Intl.ListFormat(locale("en-GB"), { type: "unit" });

type PickerProps = {
  engines: readonly EngineListing[];
  chosen: string;
  asked: Asked;
  onChoose: (id: string) => void;
};

/** All engines of the site with their models, their availability, and the settings they support and ignore. */
export function EnginePicker({ engines, chosen, asked, onChoose }: PickerProps) {
  const group = useId();
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="label mb-2">{t`Engine`}</legend>
      <div className="engines">
        {engines.map((engine) => {
          const { id, label, health, can } = engine;
          const refusal = refusalOf(engine, asked);
          return (
            <Option
              key={id}
              type="radio"
              className="engine"
              name={group}
              checked={id === chosen}
              disabled={refusal !== null}
              aria-labelledby={`${group}-${id}-name`}
              aria-describedby={`${group}-${id}-more`}
              onChange={() => onChoose(id)}
            >
              <span className="flex items-center justify-between gap-2">
                <b className="truncate font-[580]" id={`${group}-${id}-name`}>
                  {label}
                </b>
                <Health health={health} />
              </span>
              <span className="text-12 text-ink-2" id={`${group}-${id}-more`}>
                {can?.disclosure} {refusal ?? (can && offerOf(can, asked.remixing))}
                {can && refusal === null && (
                  <span className="mt-1 block text-ink-3">{listed.format(factsOf(can))}</span>
                )}
              </span>
            </Option>
          );
        })}
      </div>
    </fieldset>
  );
}
