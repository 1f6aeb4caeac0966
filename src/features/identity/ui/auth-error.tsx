import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { showToast } from "#app/ui/toast.ts";

/** Shows `?error=auth_error` once on any page and removes it from the URL. See docs/product.md 2.1. */
export function AuthErrorNotice() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (query.get("error") !== "auth_error") return;
    void showToast("error", t`Authentication error occurred`, { id: "auth-error" });
    query.delete("error");
    const to = { pathname, search: query.toString(), hash };
    void navigate(to, {
      replace: true,
      state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }, [pathname, search, hash, state, navigate]);
  return null;
}
