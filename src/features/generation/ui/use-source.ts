import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import type { FoundSettings } from "#app/adapters/imaging/port.ts";
import { paths } from "#app/paths.ts";
import { typedPictureName } from "#app/rules/typed-picture-address.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useSite } from "#app/ui/site.ts";
import { api as pictures } from "#app/features/pictures/ui/api.ts";
import type { References } from "./use-references.ts";

/** An added picture with settings: they are now in the draft, and the picture may also become the source. */
export type TakenSettings = { tool: string; uploadId: string };

async function sendFile(file: File) {
  const answer = await pictures.post("/api/uploads", { file });
  if (answer.ok || answer.status !== 0) return answer;
  return { ...answer, problem: { title: t`The picture could not be sent. Check the connection.` } };
}

type FoundPicture = { id: string; slug: string; title: string; colors: string[] };

/** The picture at a URL of this site. */
async function findPicture(
  address: string,
  hosts: readonly string[],
): Promise<ApiResult<FoundPicture>> {
  const problem = { title: t`No picture of this site is at that address.` };
  const unknown = { ok: false, status: 404, problem, retryAfterSeconds: null } as const;
  const name = typedPictureName(address, hosts);
  if (name === null) return unknown;
  const answer = await pictures.get("/api/picture/:id", { param: { id: name } });
  return !answer.ok && answer.status === 404 ? unknown : answer;
}

/** Hosts whose URLs lead to this site's pictures. */
function useHosts(): () => string[] {
  const { serverUrl, imageHost } = useSite();
  return () => [
    location.host,
    ...[serverUrl, imageHost]
      .filter((each) => URL.canParse(each))
      .map((each) => new URL(each).host),
  ];
}

/** What becomes of a picture that is dropped: a cast begins from it, or refers to it. */
export type DropPlace = "source" | "reference";

/** The place under the pointer, by the area that says what becomes of a picture there; null outside. */
function placeUnder({ target }: DragEvent): DropPlace | null {
  const area = target instanceof Element ? target.closest<HTMLElement>("[data-drop]") : null;
  const place = area?.dataset.drop;
  return place === "source" || place === "reference" ? place : null;
}

/** Looks a picture of this site up by its URL. */
export function useFoundPicture(onDone: (picture: FoundPicture) => void) {
  const hosts = useHosts();
  return useMutation((address: string) => findPicture(address, hosts()), {
    parallel: true,
    tells: "form",
    onDone,
  });
}

/** The first picture among dropped or pasted items. */
function pictureIn(data: DataTransfer | null): File | null {
  return Array.from(data?.files ?? []).find((file) => file.type.startsWith("image/")) ?? null;
}

/**
 * Adds a source: a chosen, dropped or pasted file, or the URL of a picture of this site. A file that contains its
 * settings applies them to the draft and does not become the source at once.
 * @param others get what is dropped on their area, and what is dropped elsewhere or pasted while they are open
 */
export function useSource(
  onSettings: (found: FoundSettings, uploadId: string) => void,
  others: Pick<References, "isOpen" | "takeFile" | "takeAddress">,
) {
  const navigate = useNavigate();
  const hosts = useHosts();
  const [over, setOver] = useState<DropPlace | null>(null);
  const [taken, setTaken] = useState<TakenSettings | null>(null);
  const [asks, setAsks] = useState<"closed" | "open" | "remix">("closed");

  function show(to: string) {
    setAsks("closed");
    void navigate(to, { preventScrollReset: true });
  }
  function takeUpload(id: string) {
    setTaken(null);
    show(paths.studio({ upload: id }));
  }
  const upload = useMutation(sendFile, {
    parallel: true,
    tells: "form",
    onDone({ id, settings }) {
      if (settings === null) return takeUpload(id);
      setTaken({ tool: settings.tool, uploadId: id });
      return onSettings(settings, id);
    },
  });
  const lookup = useFoundPicture(({ id }) => show(paths.studio({ source: id })));
  function takeFile(file: File) {
    lookup.clear();
    void upload.run(file);
  }
  function takeAddress(address: string) {
    upload.clear();
    void lookup.run(address);
  }

  const usual: DropPlace = others.isOpen ? "reference" : "source";
  const places = { source: { takeFile, takeAddress }, reference: others };
  const taking = {
    usual,
    places,
    isHere: (url: string) => typedPictureName(url, hosts()) !== null,
  };
  const latest = useRef(taking);
  useEffect(() => {
    latest.current = taking;
  });
  useEffect(() => {
    const left = new AbortController();
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      listen: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(name, listen, { signal: left.signal });
    on("dragover", (event) => {
      event.preventDefault();
      setOver(placeUnder(event) ?? latest.current.usual);
    });
    on("dragleave", (event) => {
      if (event.relatedTarget === null) setOver(null);
    });
    on("drop", (event) => {
      event.preventDefault();
      setOver(null);
      const { usual, places, isHere } = latest.current;
      const taker = places[placeUnder(event) ?? usual];
      const file = pictureIn(event.dataTransfer);
      const address = event.dataTransfer?.getData("text/uri-list");
      // A picture that is dragged from the page comes as its address, and as a file of the size that is shown.
      if (address && (file === null || isHere(address))) taker.takeAddress(address);
      else if (file) taker.takeFile(file);
    });
    on("paste", (event) => {
      const file = pictureIn(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      const { usual, places } = latest.current;
      places[usual].takeFile(file);
    });
    return () => left.abort();
  }, []);

  const refused = upload.problem ?? lookup.problem;
  const problem = refused && (refused.detail ?? refused.title);
  return {
    busy: upload.busy || lookup.busy,
    problem,
    over,
    taken,
    takeFile,
    takeAddress,
    takeUpload,
    forgetSettings: () => setTaken(null),
    /** Whether the ways to add a source are shown, and whether because a remix needs one. */
    asks,
    ask: setAsks,
  };
}

export type SourceTaker = ReturnType<typeof useSource>;
