import { t } from "#app/language/message.ts";

/** Seconds in the two largest units that are not zero, e.g. "3 d 4 h". */
export function formatSeconds(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = Math.floor(seconds) % 60;
  if (days > 0) return t`${days} d ${hours} h`;
  if (hours > 0) return t`${hours} h ${minutes} min`;
  if (minutes > 0) return t`${minutes} min ${rest} s`;
  return t`${rest} s`;
}

/** Whole seconds from one ISO time to another, never negative. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}
