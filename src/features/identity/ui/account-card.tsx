import type { ReactNode } from "react";
import { PageHead } from "#app/ui/page-head.tsx";
import { PictureBeside, type BesidePicture } from "./sign-in-picture.tsx";
import "./account-card.css";

type AccountCardProps = { title: string; picture: BesidePicture | null; children: ReactNode };

/** Layout of the account pages: a picture of the wall on the left, the form on the right. */
export function AccountCard({ title, picture, children }: AccountCardProps) {
  return (
    <div className="login">
      <PageHead title={title} />
      <div className="login-card" data-pictured>
        <PictureBeside picture={picture} />
        <div className="login-form">{children}</div>
      </div>
    </div>
  );
}
