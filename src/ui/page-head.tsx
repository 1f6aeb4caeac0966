import { useSite } from "./site.ts";

/** Title and description of a page; React lifts them into the head. */
export function PageHead({ title, description }: { title: string; description?: string }) {
  const { appName } = useSite();
  return (
    <>
      <title>{`${title} · ${appName}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
