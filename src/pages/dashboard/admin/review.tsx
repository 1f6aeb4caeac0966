import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { queryOf } from "#app/features/admin/inputs.ts";
import { api } from "#app/features/admin/ui/api.ts";
import { reviewQuery } from "#app/features/moderation/inputs.ts";
import { reviewQueue } from "#app/features/moderation/queries.ts";
import { ReviewDesk } from "#app/features/moderation/ui/review-desk.tsx";
import "./admin.css";

/** Images that wait or were reported, one at a time by key or touch. See docs/moderation.md. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, ({ db }) => reviewQueue(db, queryOf(request, reviewQuery)));
}

const undo = (token: string) => api.post("/api/admin/images/undo", { json: { undo: token } });

export default function Review() {
  const first = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t`Review`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Review`}</h1>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/reports")}>
          {t`Reports`}
        </ButtonLink>
      </header>
      <ReviewDesk first={first} undoCall={undo} />
    </>
  );
}
