import { Form } from "react-router";
import { longestQuery } from "#app/rules/search-query.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";

/** A search box over a page's own pictures; the words become part of the page's address. Works without JavaScript. */
export function SearchWithin({ label, value }: { label: string; value: string }) {
  return (
    <search className="w-full max-w-[340px] max-md:max-w-none">
      <Form>
        <div className="relative">
          <Icon
            name="magnifying-glass"
            size={18}
            className="absolute top-[13px] start-3.5 text-ink-3"
          />
          <SearchInput
            framed
            className="ps-10!"
            name="q"
            aria-label={label}
            placeholder={label}
            value={value}
            maxLength={longestQuery}
          />
        </div>
      </Form>
    </search>
  );
}
