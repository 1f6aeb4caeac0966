import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadMemberTools } from "./shell/load-member-tools.ts";
import { PageContext, requestIdMeta } from "./shell/page-context.tsx";

const requestId = document.querySelector<HTMLMetaElement>(`meta[name=${requestIdMeta}]`)?.content;

async function start() {
  // The server rendered a member's controls: a press on them before their code is there would be lost.
  if (document.querySelector(".account")) await loadMemberTools();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageContext value={{ requestId }}>
          <HydratedRouter />
        </PageContext>
      </StrictMode>,
    );
  });
}

void start();
