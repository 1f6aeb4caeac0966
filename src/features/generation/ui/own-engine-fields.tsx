import { useState } from "react";
import { t } from "#app/language/message.ts";
import { audiences, type Audience } from "#app/rules/engine-audience.ts";
import {
  type EngineKind,
  engineKinds,
  engineLimits,
  kindLabels,
  kindUrls,
  needsKey,
  needsModels,
  usualConcurrency,
  usualDeadline,
} from "#app/rules/engine-kinds.ts";
import { priceFactors } from "#app/rules/price-factor.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { audienceLabels, kindNames } from "./own-engine-words.ts";
import { WorkflowFields } from "./workflow-fields.tsx";
import type { AdminEngine } from "../queries/engine-list.ts";

type FieldsProps = {
  /** The engine to change; null adds one. */
  engine: AdminEngine | null;
  errorOf: (field: string) => string | undefined;
};

/** What depends on the kind: where the service is, and how it is asked. */
function Connection({ engine, kind, errorOf }: FieldsProps & { kind: EngineKind }) {
  const keyHints = {
    none: needsKey(kind)
      ? t`The service gives it to you.`
      : t`Leave it empty where none is needed.`,
    stored: t`One is stored. Left empty, it stays; it is never shown.`,
    unreadable: t`The stored one cannot be read any more: type it again.`,
  };
  return (
    <>
      <Field
        label={t`Label`}
        name="label"
        required
        maxLength={40}
        defaultValue={engine?.label ?? kindLabels[kind]}
        hint={t`Members read it.`}
        error={errorOf("label")}
      />
      <Field
        label={t`Address`}
        name="url"
        type="url"
        dir="ltr"
        required
        maxLength={300}
        defaultValue={engine?.url ?? kindUrls[kind]}
        placeholder="http://localhost:7860"
        error={errorOf("url")}
      />
      <PasswordField
        label={kind === "sdapi" ? t`User and password` : t`Key`}
        name="key"
        dir="ltr"
        autoComplete="new-password"
        maxLength={400}
        hint={
          kind === "sdapi" && engine?.key !== "stored"
            ? t`As user:password. Leave it empty where none is needed.`
            : keyHints[engine?.key ?? "none"]
        }
        error={errorOf("key")}
      />
      {engine?.key === "stored" && !needsKey(kind) && (
        <Checkbox name="noKey" label={t`Forget the stored key`} />
      )}
      {kind === "comfyui" && <WorkflowFields engine={engine} error={errorOf("workflowFile")} />}
      <Field
        label={t`Models`}
        name="models"
        dir="ltr"
        required={needsModels(kind)}
        maxLength={2000}
        defaultValue={engine?.models}
        placeholder={needsModels(kind) ? "gpt-image-2.5-flare=GPT Image" : undefined}
        hint={
          needsModels(kind)
            ? t`Names with commas between them; a label after an equals sign.`
            : t`Left empty, the service is asked.`
        }
        error={errorOf("models")}
      />
      <Field
        label={t`Defaults`}
        name="defaults"
        dir="ltr"
        maxLength={1000}
        defaultValue={engine?.defaults}
        placeholder="steps=28; sampler=Euler a"
        error={errorOf("defaults")}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t`Requests at once`}
          name="concurrency"
          type="number"
          {...engineLimits.concurrency}
          step={1}
          defaultValue={engine?.concurrency ?? usualConcurrency[kind]}
          error={errorOf("concurrency")}
        />
        <Field
          label={t`Seconds for a picture`}
          name="deadline"
          type="number"
          {...engineLimits.deadline}
          step={1}
          defaultValue={engine?.deadline ?? usualDeadline}
          error={errorOf("deadline")}
        />
      </div>
      <Checkbox
        name="bills"
        label={t`Requests cost money: none is sent twice`}
        defaultChecked={engine?.bills ?? kindUrls[kind] !== undefined}
      />
    </>
  );
}

/** The fields of an engine's form. */
export function OwnEngineFields({ engine, errorOf }: FieldsProps) {
  const [kind, setKind] = useState<EngineKind>(engine?.kind ?? "sdapi");
  const [audience, setAudience] = useState<Audience>(engine?.own?.audience ?? "everyone");
  return (
    <>
      {engine === null && (
        <>
          <Select
            label={t`Kind`}
            name="kind"
            options={engineKinds.map((value) => ({ value, label: kindNames[value] }))}
            value={kind}
            onChange={setKind}
          />
          <Field
            label={t`Name`}
            name="name"
            dir="ltr"
            required
            maxLength={30}
            hint={t`Small letters and digits. It stays with every cast and cannot be changed.`}
            error={errorOf("name")}
          />
        </>
      )}
      {engine !== null && <input type="hidden" name="kind" value={kind} />}
      <Connection key={kind} engine={engine} kind={kind} errorOf={errorOf} />
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t`Price factor`}
          name="priceFactor"
          type="number"
          {...priceFactors}
          step="any"
          inputMode="decimal"
          defaultValue={engine?.own?.priceFactor ?? 1}
          hint={t`So many times the usual price, rounded up.`}
          error={errorOf("priceFactor")}
        />
        <Select
          label={t`Who may cast with it`}
          name="audience"
          options={audiences.map((value) => ({ value, label: audienceLabels[value] }))}
          value={audience}
          onChange={setAudience}
        />
      </div>
    </>
  );
}
