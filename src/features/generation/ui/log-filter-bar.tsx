import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useState } from "react";
import { Form, useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { DayField } from "#app/ui/day-field.tsx";
import { Link } from "#app/ui/link.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";
import type { CastFacets } from "../queries/log.ts";
import type { LogFilters } from "./log-filters.ts";
import { Select } from "#app/ui/select.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./log-filter-bar.css";

type BarProps = { filters: LogFilters; facets: CastFacets };

type ChoiceProps = {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChoose: (id: string) => void;
};

/** One filter of the log; hidden if there is only one value to choose. */
function Choice({ label, all, value = "", options, onChoose }: ChoiceProps) {
  if (options.length < 2 && value === "") return null;
  return (
    <Select
      bare
      label={label}
      small
      className="log-choice"
      value={value}
      options={[{ value: "", label: all }, ...options]}
      onChange={onChoose}
    />
  );
}

type DayProps = {
  label: string;
  min?: string;
  max?: string;
  value: string | undefined;
  onChoose: (day: string) => void;
};

/** A date input that applies only complete dates: while the year is being typed the value is not valid. */
function Day({ label, min, max, value = "", onChoose }: DayProps) {
  const [typed, setTyped] = useState(value);
  const [base, setBase] = useState(value);
  if (base !== value) {
    setBase(value);
    setTyped(value);
  }
  return (
    <DayField
      bare
      label={label}
      small
      className="log-choice"
      min={min}
      max={max}
      value={typed}
      onChange={(event) => {
        const day = event.target.value;
        setTyped(day);
        if (day === "" || day >= "2000") onChoose(day);
      }}
    />
  );
}

/** The filters of the log: kinds and failures, text, days, engine and kit. All are part of the URL. */
export function LogFilterBar({ filters, facets }: BarProps) {
  const navigate = useNavigate();
  const go = (changes: LogFilters) =>
    paths.castLog({ ...filters, kind: undefined, state: undefined, id: undefined, ...changes });
  const set = (changes: Partial<Record<keyof LogFilters, string>>) =>
    void navigate(paths.castLog({ ...filters, id: undefined, ...changes }), {
      preventScrollReset: true,
    });
  const tabs: [label: string, to: string, on: boolean][] = [
    [t`All`, go({}), !filters.kind && !filters.state && !filters.id],
    [t`Create`, go({ kind: "create" }), filters.kind === "create"],
    [t`Remix`, go({ kind: "remix" }), filters.kind === "remix"],
    [t`Enlarge`, go({ kind: "upscale" }), filters.kind === "upscale"],
    [
      facets.failed ? t`Failed ${facets.failed}` : t`Failed`,
      go({ state: "failed" }),
      filters.state === "failed",
    ],
  ];
  const { q: _words, id: _id, ...rest } = filters;
  return (
    <div className="log-filters">
      <SegmentNav label={t`Kind of cast`}>
        {tabs.map(([label, to, on]) => (
          <Link key={label} to={to} aria-current={on ? "page" : undefined} preventScrollReset>
            {label}
          </Link>
        ))}
      </SegmentNav>
      <search className="search log-search">
        <Form className="contents" action={paths.castLog()} replace preventScrollReset>
          <MagnifyingGlassIcon size={18} aria-hidden />
          {Object.entries(rest).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SearchInput
            live
            name="q"
            aria-label={t`Search your prompts`}
            placeholder={t`Search your prompts`}
            value={filters.q}
          />
        </Form>
      </search>
      <Choice
        label={t`Engine`}
        all={t`Every engine`}
        value={filters.engine}
        options={facets.engines.map(({ id, label }) => ({ value: id, label }))}
        onChoose={(engine) => set({ engine })}
      />
      <Choice
        label={t`Style kit`}
        all={t`Every kit`}
        value={filters.kit}
        options={facets.kits.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(kit) => set({ kit })}
      />
      <span className="log-days">
        <Day
          label={t`From day`}
          max={filters.to}
          value={filters.from}
          onChoose={(from) => set({ from })}
        />
        <span className="text-ink-3">{t`to`}</span>
        <Day
          label={t`To day`}
          min={filters.from}
          value={filters.to}
          onChoose={(to) => set({ to })}
        />
      </span>
    </div>
  );
}
