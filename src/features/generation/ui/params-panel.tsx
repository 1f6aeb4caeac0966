import { ArrowCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowCounterClockwise";
import { useState } from "react";
import { t } from "#app/language/message.ts";
import {
  defaultOf,
  type NumberParam,
  type Param,
  type ParamGroup,
  type Params,
  type ParamValue,
  paramFault,
  paramGroups,
  paramLimits,
} from "#app/rules/engine-params.ts";
import { choiceName, groupName, paramName, paramValueName } from "#app/rules/param-text.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { EngineChoice } from "./engines.ts";
import { typedValue } from "./params.ts";
import "./params-panel.css";

type PanelProps = {
  choice: EngineChoice;
  /** As typed, also for engines that are not chosen now. */
  typed: Params;
  change: (params: Params) => void;
  /** The server's messages by field. */
  errors: Record<string, string>;
};

type ControlProps<P extends Param = Param> = {
  param: P;
  typed: ParamValue | undefined;
  usual: ParamValue;
  error: string | undefined;
  onChange: (value: ParamValue | undefined) => void;
};

const isNumber = (param: Param): param is NumberParam =>
  param.kind === "int" || param.kind === "float";

function NumberControl({ param, typed, usual, error, onChange }: ControlProps<NumberParam>) {
  const { id, label, min, max } = param;
  return (
    <Field
      label={paramName(id, label)}
      small
      className="mono"
      inputMode={param.kind === "int" && min >= 0 ? "numeric" : "decimal"}
      placeholder={String(usual)}
      value={typed === undefined ? String(usual) : String(typed)}
      maxLength={20}
      onChange={(event) => onChange(event.target.value)}
      hint={t`${min} to ${max}`}
      error={error}
    />
  );
}

function Control(props: ControlProps) {
  const { param, typed, usual, error, onChange } = props;
  const { id, label } = param;
  if (isNumber(param)) return <NumberControl {...props} param={param} />;
  if (param.kind === "choice") {
    return (
      <Select
        label={paramName(id, label)}
        small
        options={param.choices.map(({ value }) => ({ value, label: choiceName(param, value) }))}
        value={String(typedValue(param, typed) ?? usual)}
        onChange={(value) => onChange(value === usual ? undefined : value)}
        error={error}
      />
    );
  }
  if (param.kind === "text") {
    return (
      <Field
        label={paramName(id, label)}
        small
        maxLength={Math.min(param.maxLength, paramLimits.text)}
        value={typed === undefined ? String(usual) : String(typed)}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    );
  }
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
        <Switch
          checked={typedValue(param, typed) === null ? usual === true : typed === true}
          onChange={({ target }) => onChange(target.checked === usual ? undefined : target.checked)}
        />
        {paramName(id, label)}
      </label>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** One parameter with its way back to the default. */
function ParamField({ param, choice, typed, change, errors }: PanelProps & { param: Param }) {
  const { id, label } = param;
  const usual = defaultOf(param, choice.defaults, choice.quality);
  const own = Object.hasOwn(typed, id) ? typed[id] : undefined;
  const value = typedValue(param, own);
  const fault = value === null ? null : paramFault(param, value);
  // A refusal is of the value that was sent: it goes with the next change.
  const [refused, setRefused] = useState({ errors, own });
  if (refused.errors !== errors) setRefused({ errors, own });
  const refusal = refused.own === own ? errors[`params.${id}`] : undefined;
  const isSet = value !== null || (own === "" && param.kind !== "choice");
  const name = paramName(id, label);
  const set = (next: ParamValue | undefined) => {
    const { [id]: _before, ...others } = typed;
    change(next === undefined ? others : { ...others, [id]: next });
  };
  return (
    <div className="param" data-kind={param.kind}>
      <Control
        param={param}
        typed={own}
        usual={usual}
        error={fault?.message ?? refusal}
        onChange={set}
      />
      {isSet && (
        <IconButton
          size="small"
          className="param-reset"
          label={t`Reset ${name} to ${paramValueName(id, usual)}`}
          onClick={() => set(undefined)}
        >
          <ArrowCounterClockwiseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}

/** The parameters of the chosen engine and model: what is plain first, the rest by groups behind a heading. */
export function ParamsPanel(props: PanelProps) {
  const { choice, errors } = props;
  const plain = choice.params.filter(({ advanced }) => !advanced);
  const advanced = choice.params.filter((param) => param.advanced);
  const groups = paramGroups.flatMap((group): [ParamGroup, Param[]][] => {
    const own = advanced.filter((param) => param.group === group);
    return own.length > 0 ? [[group, own]] : [];
  });
  const field = (param: Param) => <ParamField key={param.id} {...props} param={param} />;
  return (
    <>
      {plain.length > 0 && <div className="params">{plain.map(field)}</div>}
      {groups.length > 0 && (
        <details
          className="params-more"
          open={advanced.some(({ id }) => errors[`params.${id}`] !== undefined) || undefined}
        >
          <summary className="link text-13">{t`Advanced settings`}</summary>
          {groups.map(([group, params]) => (
            <fieldset key={group} className="params-group">
              <legend className="label">{groupName(group)}</legend>
              <div className="params">{params.map(field)}</div>
            </fieldset>
          ))}
        </details>
      )}
    </>
  );
}
