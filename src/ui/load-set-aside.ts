/** Loads what handles the storage of members, which most guests never need. */
export const loadSetAside = () => import("./set-aside.ts");
