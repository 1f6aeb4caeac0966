/** The product's own marks (design reference, section 6); all else is Phosphor. */

type GlyphProps = { size?: number; className?: string };

/** Half a disc, an arc and a fainter arc further out: a cast and its echo. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 28" width="30" height="26" fill="none" aria-hidden className={className}>
      <path d="M12 3.8a10.2 10.2 0 0 0 0 20.4Z" fill="currentColor" />
      <path
        d="M15.8 4.9a9.1 9.1 0 0 1 0 18.2"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M27.4 7.6a12.6 12.6 0 0 1 0 12.8"
        stroke="var(--patina)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A credit: half a disc in a ring. */
export function CreditGlyph({ size = 13, className }: GlyphProps) {
  return (
    <svg viewBox="0 0 256 256" width={size} height={size} aria-hidden className={className}>
      <circle cx="128" cy="128" r="92" fill="none" stroke="currentColor" strokeWidth="22" />
      <path d="M128 36a92 92 0 0 0 0 184Z" fill="currentColor" />
    </svg>
  );
}

/** Two frames and a plus: a picture made from a picture. */
export function RemixGlyph({ size = 20, className }: GlyphProps) {
  return (
    <svg
      viewBox="0 0 256 256"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="16"
      strokeLinecap="round"
      aria-hidden
      className={className}
    >
      <rect x="36" y="36" width="118" height="118" rx="12" />
      <path d="M188 96h20a12 12 0 0 1 12 12v100a12 12 0 0 1-12 12H108a12 12 0 0 1-12-12v-20M95 74v42M74 95h42" />
    </svg>
  );
}

/** Three empty frames, for a place where pictures will be. */
export function EmptyFrames() {
  return (
    <svg
      width="132"
      height="84"
      viewBox="0 0 132 84"
      fill="none"
      stroke="var(--field)"
      strokeWidth="1.25"
      aria-hidden
    >
      <rect x="8" y="22" width="46" height="46" rx="2" opacity=".45" />
      <rect x="84" y="26" width="42" height="30" rx="2" opacity=".45" />
      <rect x="42" y="6" width="52" height="70" rx="2" fill="var(--bg)" />
      <path d="M66 33a8 8 0 0 0 0 16Z" fill="var(--field)" stroke="none" />
      <path d="M70 33.6a7.6 7.6 0 0 1 0 14.8M75.6 35.6a10 10 0 0 1 0 10.8" strokeLinecap="round" />
    </svg>
  );
}
