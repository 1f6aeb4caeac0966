import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { createPath, useLocation, useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { useAuthStore } from "./auth.ts";
import { loadSignIn, SignInContext, type OpenSignIn, type SignInOptions } from "./sign-in.ts";
import type { ReadPicture } from "./sign-in-picture.tsx";

const SignInDialog = lazy(async () => ({ default: (await loadSignIn()).SignInDialog }));

type EntryState = { signIn?: SignInOptions } | null;

type SignInProviderProps = { readPicture: ReadPicture; children: ReactNode };

/** Renders the sign-in dialog above every page; its code is loaded on the first use. */
export function SignInProvider({ readPicture, children }: SignInProviderProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const store = useAuthStore();
  const [asked, setAsked] = useState<SignInOptions | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const entry = location.state as EntryState;
  // The open state is part of the history entry, so that going back closes the dialog.
  const byAddress = location.mask?.pathname === paths.login() ? (entry?.signIn ?? null) : null;
  const options = byAddress ?? asked;

  const open = useMemo<OpenSignIn>(() => {
    const show = async (given: SignInOptions) => {
      const { next = null, mode = "login", address = false } = given;
      if (store.now().status === "authenticated") {
        if (next !== null) await navigate(next);
        return;
      }
      const login = paths.login({ next, tab: mode === "login" ? null : mode });
      try {
        await loadSignIn();
      } catch {
        // The dialog's code cannot be loaded, e.g. after an update of the site; the page works without it.
        window.location.assign(login);
        return;
      }
      setWasOpened(true);
      if (!address) {
        setAsked(given);
        return;
      }
      await navigate(createPath(location), {
        mask: login,
        state: { ...(location.state as EntryState), signIn: given },
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      });
    };
    return (given = {}) => void show(given);
  }, [location, navigate, store]);

  function close() {
    setAsked(null);
    if (byAddress !== null) void navigate(-1);
  }

  return (
    <SignInContext value={open}>
      {children}
      {wasOpened && (
        <Suspense>
          <SignInDialog
            options={options}
            masked={byAddress !== null}
            readPicture={readPicture}
            onClose={close}
          />
        </Suspense>
      )}
    </SignInContext>
  );
}
