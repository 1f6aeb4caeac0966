import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

type PressProps = {
  values: Record<string, string>;
  label: string;
  /** The accessible name, where others have the same label. */
  name?: string;
};

/** A button that posts to its page. */
export function SandboxPress({ values, label, name }: PressProps) {
  const { pathname } = useLocation();
  return (
    <PostForm action={pathname} values={values}>
      <Button type="submit" look="soft" size="small" aria-label={name}>
        {label}
      </Button>
    </PostForm>
  );
}

/** Sends back a part of a payment: the amount is typed. */
export function RefundPart({ payment, of }: { payment: string; of: string }) {
  const { pathname } = useLocation();
  return (
    <PostForm action={pathname} values={{ do: "refund-part", payment }}>
      <span className="sandbox-part">
        <Field
          bare
          small
          label={t`Amount to refund of ${of}`}
          name="amount"
          inputMode="decimal"
          placeholder="2.50"
          required
        />
        <Button type="submit" look="soft" size="small" aria-label={t`Refund part: ${of}`}>
          {t`Refund part`}
        </Button>
      </span>
    </PostForm>
  );
}
