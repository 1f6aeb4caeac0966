/** Seconds without a sign of life after which a backup's worker counts as dead. */
export const lostAfterSeconds = 60;
