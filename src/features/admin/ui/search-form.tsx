import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { Form } from "react-router";
import { SearchInput } from "#app/ui/search-input.tsx";
import "./search-form.css";

type SearchFormProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Further parts of the address that stay as they are. */
  keep?: Readonly<Record<string, string | null>>;
};

/** Words to narrow a list by; they become part of the page's address. */
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
