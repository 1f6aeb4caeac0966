import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { PageContext, requestIdMeta } from "./shell/page-context.tsx";

const requestId = document.querySelector<HTMLMetaElement>(`meta[name=${requestIdMeta}]`)?.content;

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
