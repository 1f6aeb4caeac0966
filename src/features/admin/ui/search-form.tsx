import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { Form } from "react-router";
import { SearchInput } from "#app/ui/search-input.tsx";
import "./search-form.css";

type SearchFormProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Other query parameters that are kept. */
  keep?: Readonly<Record<string, string | null>>;
};

/** A search box that filters a list; the text becomes part of the page's URL. */
export function SearchForm({ label, placeholder, value, keep = {} }: SearchFormProps) {
  return (
    <search className="admin-search">
      <Form method="get">
        <MagnifyingGlassIcon size={18} aria-hidden />
        <SearchInput
          name="q"
          framed="small"
          aria-label={label}
          placeholder={placeholder}
          value={value}
          maxLength={200}
        />
        {Object.entries(keep).map(
          ([name, kept]) =>
            kept !== null && <input key={name} type="hidden" name={name} value={kept} />,
        )}
      </Form>
    </search>
  );
}
