import { locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Funnel, TopPicture, VisitSource } from "../queries.ts";

const formatted = (count: number) => count.toLocaleString(locale("en"));

/** The hosts that visitors and new members came from. */
export function SourcesTable({ sources }: { sources: readonly VisitSource[] }) {
  if (sources.length === 0) return <p className="mt-2 text-ink-2">{t`Nobody has visited yet.`}</p>;
  return (
    <Table label={t`Where visitors came from`} low>
      <thead>
        <tr>
          <th scope="col">{t`Site`}</th>
          <th scope="col" className="number">
            {t`Visitors`}
          </th>
          <th scope="col" className="number">
            {t`Sign-ups`}
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ host, visitors, signUps }) => (
          <tr key={host}>
            <td className="wrap-anywhere">
              {host === "" ? <span className="text-ink-2">{t`No link, or not known`}</span> : host}
            </td>
            <td className="number">{formatted(visitors)}</td>
            <td className="number">{formatted(signUps)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The pictures that were looked at most. */
export function TopPicturesTable({ pictures }: { pictures: readonly TopPicture[] }) {
  if (pictures.length === 0) {
    return <p className="mt-2 text-ink-2">{t`Nobody has looked at an image yet.`}</p>;
  }
  return (
    <Table label={t`Top images`} low>
      <thead>
        <tr>
          <th scope="col">{t`Image`}</th>
          <th scope="col" className="wide">
            {t`Creator`}
          </th>
          <th scope="col" className="number">
            {t`Views`}
          </th>
        </tr>
      </thead>
      <tbody>
        {pictures.map(({ slug, title, creator, views }) => (
          <tr key={slug}>
            <td className="wrap-anywhere">
              <Link className="link" to={paths.picture(slug)}>
                {title}
              </Link>
            </td>
            <td className="wide text-ink-2">
              <bdi>@{creator}</bdi>
            </td>
            <td className="number">{formatted(views)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const share = new Intl.NumberFormat(locale("en"), { style: "percent", maximumFractionDigits: 1 });

/** How many go on from each step to the next. */
export function FunnelTable({ funnel }: { funnel: Funnel }) {
  const { visitors, signUps, cast, bought } = funnel;
  const steps = [
    { name: t`Visited, counted once a day`, count: visitors, of: null },
    { name: t`Signed up`, count: signUps, of: visitors },
    { name: t`Of these, have cast`, count: cast, of: signUps },
    { name: t`Of these, have bought`, count: bought, of: cast },
  ];
  return (
    <Table label={t`From visit to purchase`} low>
      <thead>
        <tr>
          <th scope="col">{t`Step`}</th>
          <th scope="col" className="number">
            {t`People`}
          </th>
          <th scope="col" className="number">
            {t`Of the step before`}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, count, of }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{formatted(count)}</td>
            <td className="number text-ink-2">{of ? share.format(count / of) : ""}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
