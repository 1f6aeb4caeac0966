import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { EyeSlashIcon } from "@phosphor-icons/react/dist/csr/EyeSlash";
import { useState, type ComponentProps } from "react";
import { t } from "#app/language/message.ts";
import { IconButton } from "./button.tsx";
import { inputClass, Labelled, type LabelledProps } from "./labelled.tsx";

type FieldProps = LabelledProps & { small?: boolean } & ComponentProps<"input">;

/** A text, number or date input. */
export function Field({ label, bare, error, hint, small, className, ...input }: FieldProps) {
  return (
    <Labelled label={label} bare={bare} error={error} hint={hint}>
      {(wiring) => (
        <input {...wiring} {...input} className={inputClass(small && "input-small", className)} />
      )}
    </Labelled>
  );
}

/** A password input with a button that shows the password. */
export function PasswordField({
  label,
  error,
  hint,
  className,
  ...input
}: Omit<FieldProps, "bare" | "small" | "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeSlashIcon : EyeIcon;
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...input}
            className={inputClass("pe-12", className)}
            type={shown ? "text" : "password"}
          />
          <IconButton
            size="small"
            className="needs-script absolute top-1.5 end-1.5"
            label={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} />
          </IconButton>
        </div>
      )}
    </Labelled>
  );
}
