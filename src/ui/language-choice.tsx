import { languages, offered } from "#app/language/languages.ts";
import { language, t } from "#app/language/message.ts";
import { Button } from "./button.tsx";
import { PostForm } from "./post-form.tsx";
import "./segment.css";

type LanguageChoiceProps = {
  /** Address that keeps the choice. */
  action: string;
  /** Address to come back to. */
  next: string;
};

/** The languages by their own names. A choice loads the whole page anew: each language has its own scripts. */
export function LanguageChoice({ action, next }: LanguageChoiceProps) {
  const current = language();
  return (
    <PostForm action={action} values={{ next }}>
      <fieldset className="segment segment-small" aria-label={t`Language`}>
        {offered.map((each) => (
          <Button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            aria-pressed={each === current}
          >
            {languages[each].name}
          </Button>
        ))}
      </fieldset>
    </PostForm>
  );
}
