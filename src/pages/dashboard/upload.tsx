import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { useState } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";
import { FileInput } from "#app/ui/file-input.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { UploadRow } from "#app/features/admin/ui/upload-row.tsx";
import { useUploads } from "#app/features/admin/ui/uploads.ts";
import "./upload.css";

/** Bulk upload; pictures are private until they are published. See docs/product.md 2.13. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async () => null);
}

export default function Upload() {
  const { uploads, add } = useUploads();
  const [over, setOver] = useState(false);
  return (
    <>
      <PageHead title="Upload" />
      <h1 className="title-large">Upload</h1>
      <div
        className="drop"
        data-over={over || undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <UploadSimpleIcon size={28} className="text-ink-2" aria-hidden />
        <b className="font-semibold">Drop images here, or press to choose</b>
        <span className="text-13 text-ink-2">
          JPEG, PNG, WebP or AVIF, up to 20 MB each. What a file says of how it was made is read.
        </span>
        <FileInput
          cover
          aria-label="Images to upload"
          accept="image/jpeg,image/png,image/webp,image/avif"
          multiple
          onFiles={(files) => void add(files)}
        />
      </div>
      <ul className="uploads" aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
    </>
  );
}
