import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { FoundSettings } from "#app/adapters/imaging/port.ts";
import { paths } from "#app/paths.ts";
import { typedPictureName } from "#app/rules/typed-picture-address.ts";
import { useSite } from "#app/ui/site.ts";
import { api as pictures } from "#app/features/pictures/ui/api.ts";

/** A picture that came in with its settings: they are in the draft, and it may become the source as well. */
export type TakenSettings = { tool: string; uploadId: string };

type FoundPicture = { id: string } | { problem: string };

/** The picture that an address of this site leads to. */
async function findPicture(address: string, hosts: readonly string[]): Promise<FoundPicture> {
  const unknown = { problem: "No picture of this site is at that address." };
  const name = typedPictureName(address, hosts);
  if (name === null) return unknown;
  const answer = await pictures.get("/api/picture/:id", { param: { id: name } });
  if (answer.ok) return { id: answer.data.id };
  if (answer.status === 404) return unknown;
  return { problem: answer.problem.detail ?? answer.problem.title };
}

/** The hosts whose addresses lead to this site's pictures. */
function useHosts(): () => string[] {
  const { serverUrl, imageHost } = useSite();
  return () => [
    location.host,
    ...[serverUrl, imageHost]
      .filter((each) => URL.canParse(each))
      .map((each) => new URL(each).host),
  ];
}

/** A picture among what was dropped or pasted. */
function pictureIn(data: DataTransfer | null): File | null {
  return Array.from(data?.files ?? []).find((file) => file.type.startsWith("image/")) ?? null;
}

/**
 * Brings in a source: a chosen, dropped or pasted file, or the address of a picture of this site. A file that
 * carries its settings hands them over instead of becoming the source at once.
 */
export function useSource(onSettings: (found: FoundSettings) => void) {
  const navigate = useNavigate();
  const hosts = useHosts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [taken, setTaken] = useState<TakenSettings | null>(null);

  const show = (to: string) => void navigate(to, { preventScrollReset: true });
  function takeUpload(id: string) {
    setTaken(null);
    show(paths.studio({ upload: id }));
  }
  async function takeFile(file: File) {
    setBusy(true);
    setProblem(null);
    const answer = await pictures.post("/api/uploads", { file });
    setBusy(false);
    if (!answer.ok) {
      const { detail, title } = answer.problem;
      const unsent = "The picture could not be sent. Check the connection.";
      return setProblem(answer.status === 0 ? unsent : (detail ?? title));
    }
    const { id, settings } = answer.data;
    if (settings === null) return takeUpload(id);
    setTaken({ tool: settings.tool, uploadId: id });
    onSettings(settings);
  }
  async function takeAddress(address: string) {
    setBusy(true);
    setProblem(null);
    const found = await findPicture(address, hosts());
    setBusy(false);
    if ("problem" in found) return setProblem(found.problem);
    show(paths.studio({ source: found.id }));
  }

  const latest = useRef({ takeFile, takeAddress });
  useEffect(() => {
    latest.current = { takeFile, takeAddress };
  });
  useEffect(() => {
    const left = new AbortController();
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      listen: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(name, listen, { signal: left.signal });
    on("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    on("drop", (event) => {
      event.preventDefault();
      setOver(false);
      const file = pictureIn(event.dataTransfer);
      const address = event.dataTransfer?.getData("text/uri-list");
      if (file) void latest.current.takeFile(file);
      else if (address) void latest.current.takeAddress(address);
    });
    on("paste", (event) => {
      const file = pictureIn(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      void latest.current.takeFile(file);
    });
    return () => left.abort();
  }, []);

  return {
    busy,
    problem,
    over,
    taken,
    takeFile: (file: File) => void takeFile(file),
    takeAddress: (address: string) => void takeAddress(address),
    takeUpload,
    forgetSettings: () => setTaken(null),
  };
}

export type SourceTaker = ReturnType<typeof useSource>;
