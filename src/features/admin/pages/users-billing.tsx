import { useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { adminData } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { memberQuery, queryOf } from "../inputs.ts";
import { members } from "../queries.ts";
import { CorrectBalance } from "../ui/correct-balance.tsx";
import { MemberCell } from "../ui/member-row.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchForm } from "../ui/search-form.tsx";

const rowsAPage = 40;

/** Plans and balances of members, with corrections. Specification, section 2: users-billing. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { q = "", cursor } = queryOf(request, memberQuery);
    const page = await members(db, { q, cursor, limit: rowsAPage });
    return { ...page, q, isFirst: cursor === undefined };
  });
}

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/users-billing", query);

export default function UsersBilling() {
  const { items, next, q, isFirst } = useLoaderData<typeof loader>();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = items.find(({ id }) => id === openId);
  const words = q === "" ? null : q;
  return (
    <>
      <PageHead title="Users billing" />
      <h1 className="h-l">Users billing</h1>
      <div className="admin-tools">
        <SearchForm label="Search members" placeholder="Name, address or @username" value={q} />
      </div>
      {items.length === 0 ? (
        <EmptyState title="Nobody here">No member matches. Try fewer words.</EmptyState>
      ) : (
        <div className="tbl-wrap">
          <table className="tbl tbl-stack">
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col" className="wide">
                  Plan
                </th>
                <th scope="col" className="num">
                  Credits
                </th>
                <th scope="col" className="num wide">
                  Set aside
                </th>
                <th scope="col" className="num wide">
                  Spent
                </th>
                <th scope="col">
                  <span className="sr-only">Correct</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((member) => (
                <tr key={member.id}>
                  <td>
                    <MemberCell member={member} />
                  </td>
                  <td className="wide text-ink-2">{member.plan}</td>
                  <td className="num" data-label="credits">
                    {member.credits.current.toLocaleString("en")}
                  </td>
                  <td className="num wide text-ink-2">{member.credits.held}</td>
                  <td className="num wide text-ink-2">
                    {member.credits.spent.toLocaleString("en")}
                  </td>
                  <td className="num">
                    <button
                      type="button"
                      className="b b-soft b-sm"
                      aria-label={`Correct the balance of ${member.name}`}
                      onClick={() => setOpenId(member.id)}
                    >
                      Correct
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        first={isFirst ? null : address({ q: words })}
        next={next && address({ q: words, cursor: next })}
      />
      {open && <CorrectBalance key={open.id} member={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
