import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { ImagesSquareIcon } from "@phosphor-icons/react/dist/csr/ImagesSquare";
import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useId, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { referenceLimits, referenceRoles, roleName } from "#app/rules/references.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import { useSite } from "#app/ui/site.ts";
import { Slider } from "#app/ui/slider.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { EngineListing } from "../queries/engines.ts";
import { type DraftReference, takersOf, usualWeight, wrongReferences } from "./draft-references.ts";
import type { EngineChoice } from "./engines.ts";
import type { References } from "./use-references.ts";
import "./reference-strip.css";

const roles = referenceRoles.map((value) => ({ value, label: roleName(value) }));

type ItemProps = {
  reference: DraftReference;
  index: number;
  last: number;
  weighs: boolean;
  /** Why the model does not take it, or what the server said of it. */
  fault: string | undefined;
  references: References;
};

function Item({ reference, index, last, weighs, fault, references }: ItemProps) {
  const { imageHost } = useSite();
  const faultId = useId();
  const { kind, id, slug, title, color, role, weight } = reference;
  const name = title || t`your picture`;
  const src =
    kind === "upload" || slug === null
      ? paths.api.uploadPicture(id)
      : imageAddress(imageHost, slug, { width: 300, format: "webp" });
  return (
    <li className="reference" data-wrong={fault ? true : undefined}>
      <img alt={name} src={src} style={{ "--ph": color || undefined } as CSSProperties} />
      <div className="reference-settings">
        <Select
          bare
          small
          label={t`Role of ${name}`}
          options={roles}
          value={role}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : undefined}
          onChange={(chosen) => references.update(index, { role: chosen })}
        />
        {weighs && (
          <span className="reference-weight">
            <Slider
              value={weight ?? usualWeight}
              aria-label={t`Weight of ${name}`}
              onChange={(chosen) => references.update(index, { weight: chosen })}
            />
            <span className="mono" aria-hidden>
              {weight ?? usualWeight}
            </span>
          </span>
        )}
        {fault && <FieldError id={faultId}>{fault}</FieldError>}
      </div>
      <div className="reference-tools">
        <IconButton size="small" label={t`Remove ${name}`} onClick={() => references.remove(index)}>
          <XIcon size={14} />
        </IconButton>
        {last > 0 && (
          <span className="flex">
            <IconButton
              size="small"
              label={t`Move ${name} earlier`}
              // Not disabled: what was moved to an end keeps the focus.
              aria-disabled={index === 0 || undefined}
              onClick={() => references.move(index, index - 1)}
            >
              <ArrowLeftIcon size={14} className="rtl:-scale-x-100" />
            </IconButton>
            <IconButton
              size="small"
              label={t`Move ${name} later`}
              aria-disabled={index === last || undefined}
              onClick={() => references.move(index, index + 1)}
            >
              <ArrowRightIcon size={14} className="rtl:-scale-x-100" />
            </IconButton>
          </span>
        )}
      </div>
    </li>
  );
}

type StripProps = {
  references: References;
  engines: readonly EngineListing[];
  choice: EngineChoice;
  remixing: boolean;
  /** The server's messages by field. */
  errors: Readonly<Record<string, string>>;
  onEngine: (engine: string, model: string) => void;
};

/** What the server said of a reference, at whatever part of it. */
const errorAt = (errors: StripProps["errors"], index: number) =>
  Object.entries(errors).find(
    ([path]) => path === `references.${index}` || path.startsWith(`references.${index}.`),
  )?.[1];

/** Says before the press that the chosen model does not take all of the references, and offers those that do. */
function Mismatch({ references, engines, choice, remixing, onEngine }: StripProps) {
  const wrong = wrongReferences(choice.can, references.items, remixing);
  if (wrong.size === 0) return null;
  const others = takersOf(engines, references.items, remixing).slice(0, 3);
  return (
    <Alert icon calm className="mx-5 mb-3">
      <span>
        {t`${choice.engine.label} cannot take all of these references, so it will not cast with them.`}{" "}
        {others.length === 0
          ? t`No engine here takes all of them: change a role, or remove some.`
          : others.map(({ engine, model, label }) => (
              <button
                key={engine.id}
                type="button"
                className="link me-2"
                onClick={() => onEngine(engine.id, model)}
              >
                {t`Use ${label}`}
              </button>
            ))}
      </span>
    </Alert>
  );
}

/** The pictures that a cast refers to, each with its role and weight, and ways to add some. */
export function ReferenceStrip(props: StripProps) {
  const { references, choice, remixing, errors } = props;
  const { items, isFull, isOpen, busy, problem, said } = references;
  if (items.length === 0 && !isOpen) return null;
  const wrong = wrongReferences(choice.can, items, remixing);
  const offer = choice.can.references;
  const offered = referenceRoles.filter((role) => offer?.roles[role]).map(roleName);
  return (
    <section className="references" id="references" aria-label={t`References`}>
      {items.length > 0 && (
        <ol>
          {items.map((reference, index) => (
            <Item
              key={reference.id}
              reference={reference}
              index={index}
              last={items.length - 1}
              weighs={offer?.weights ?? false}
              fault={wrong.get(index) ?? errorAt(errors, index)}
              references={references}
            />
          ))}
        </ol>
      )}
      <Mismatch {...props} />
      {isOpen && (
        <div className="reference-ways">
          <Button
            look="soft"
            size="small"
            disabled={isFull}
            onClick={() => references.setPicking(true)}
          >
            <ImagesSquareIcon size={16} />
            {t`From the gallery`}
          </Button>
          <FileButton
            look="soft"
            size="small"
            disabled={isFull}
            label={t`Reference picture`}
            accept="image/png,image/jpeg,image/webp,image/avif"
            onFile={(file) => references.takeFile(file)}
          >
            {busy ? <Spinner /> : <UploadSimpleIcon size={16} />}
            {t`Upload`}
          </FileButton>
          <span className="text-12 text-ink-3">
            {isFull && t`At most ${referenceLimits.count} references.`}
            {!isFull &&
              offered.length > 0 &&
              t`${choice.engine.label} takes: ${offered.join(", ")}.`}
            {!isFull && offered.length === 0 && t`${choice.engine.label} takes no references.`}
          </span>
        </div>
      )}
      {problem && (
        <Alert icon className="mx-5 mb-3">
          {problem}
        </Alert>
      )}
      <output className="sr-only">{said}</output>
    </section>
  );
}
