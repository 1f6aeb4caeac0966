/** Whether CHANGELOG.md is ready for a release of a version. */
export function changelogProblems(changelog: string, version: string): string[] {
  const parts = changelog.split(/^## /m).slice(1);
  const sections = parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    return { heading: heading.trim(), isEmpty: lines.every((line) => !/^[-*]\s/.test(line)) };
  });
  const problems: string[] = [];
  const waiting = sections.find(({ heading }) => heading === "Unreleased");
  if (waiting !== undefined && !waiting.isEmpty) {
    problems.push(`lines under "Unreleased" belong under ${version}`);
  }
  const [newest] = sections.filter(({ heading }) => heading !== "Unreleased");
  const named = /^\[?(\d+\.\d+\.\d+(?:-[\w.]+)?)\]?(?: (?:-|–|\()? ?\d{4}-\d{2}-\d{2}\)?)?$/.exec(
    newest?.heading ?? "",
  )?.[1];
  if (named !== version) {
    problems.push(`the newest release is ${newest?.heading ?? "none"} and not ${version}`);
  }
  return problems;
}
