import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { T, locale, t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { profileParts, type ProfilePart } from "#app/rules/sanctions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { written } from "#app/ui/written.ts";
import { roleLabel } from "#app/features/admin/ui/member-role-control.tsx";
import { members } from "#app/features/admin/queries.ts";
import { AccountState } from "#app/features/admin/ui/member-row.tsx";
import { deletionOf } from "#app/features/deletion/queries.ts";
import { MemberDeletion } from "#app/features/deletion/ui/member-deletion.tsx";
import { sharedKitsOf } from "#app/features/generation/queries.ts";
import { profileOf } from "#app/features/identity/queries.ts";
import { sanctionsOf, strikesOf } from "#app/features/moderation/queries.ts";
import { DecisionEntry } from "#app/features/moderation/ui/decision-entry.tsx";
import { SanctionForm } from "#app/features/moderation/ui/sanction-form.tsx";
import { When } from "#app/features/moderation/ui/when.tsx";
import { Link } from "#app/ui/link.tsx";
import "./admin.css";

/** One member for admins: account, decisions and appeals, and the form that decides. See docs/moderation.md. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }, admin) => {
    const { items } = await members(db, { q: `@${params.username ?? ""}`, limit: 1 });
    const [member] = items;
    if (member === undefined) throw new AppError("not-found");
    const [decisions, strikes, profile, kits, deletion] = await Promise.all([
      sanctionsOf(db, member.id),
      strikesOf(db, member.id),
      profileOf(db, member.id),
      sharedKitsOf(db, member.id),
      deletionOf(db, member.id),
    ]);
    const isSelf = member.id === admin.userId;
    return { member, decisions, strikes, profile, kits, deletion, isSelf };
  });
}

export default function MemberPage() {
  const { member, decisions, strikes, profile, kits, deletion, isSelf } =
    useLoaderData<typeof loader>();
  const parts = (Object.keys(profileParts) as ProfilePart[]).filter((part) => profile[part]);
  const facts = [
    [t`Role`, roleLabel(member.role)],
    [t`Images`, member.pictures.toLocaleString(locale("en"))],
    [t`Credits`, member.credits.current.toLocaleString(locale("en"))],
    [t`Strikes that count`, strikes],
  ] as const;
  return (
    <>
      <PageHead title={`@${member.username}`} />
      <header className="admin-head">
        <h1 className="title-large wrap-anywhere">{member.name}</h1>
        <p className="text-ink-2 wrap-anywhere">
          <bdi>@{member.username}</bdi> · <bdi>{member.email}</bdi>
        </p>
        <AccountState ban={member.ban} />
        <ButtonLink
          look="soft"
          size="small"
          to={paths.dashboardPage("admin/audit", { target: member.id })}
        >
          {t`Audit log`}
        </ButtonLink>
      </header>
      <dl className="admin-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-ink-2">
        <T>
          Member since <When at={member.createdAt} />.{" "}
        </T>
        {!member.banned && (
          <Link className="link" to={paths.creator(member.username)}>
            {t`Public profile`}
          </Link>
        )}
      </p>
      {profile.bio !== null && (
        <p {...written} className="decision-words mt-3">
          {profile.bio}
        </p>
      )}
      {profile.cover !== null && (
        <img
          className="mt-3 max-h-40 rounded-lg"
          src={profile.cover}
          alt={t`Cover of the profile`}
        />
      )}
      <section aria-labelledby="decide-heading" className="mt-8 grid gap-4">
        <h2 className="title-medium" id="decide-heading">
          {t`Decide`}
        </h2>
        {isSelf ? (
          <p className="text-ink-2">{t`Nobody decides about themselves: ask another admin.`}</p>
        ) : (
          <SanctionForm key={member.id} member={member} parts={parts} kits={kits} />
        )}
      </section>
      {!isSelf && <MemberDeletion member={member} deletion={deletion} />}
      <section aria-labelledby="decisions-heading" className="mt-8">
        <h2 className="title-medium mb-4" id="decisions-heading">
          {t`Decisions`}
        </h2>
        {decisions.length === 0 ? (
          <p className="text-ink-2">{t`None yet.`}</p>
        ) : (
          <ul>
            {decisions.map((decision) => (
              <DecisionEntry key={decision.id} decision={decision} name={member.name} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
