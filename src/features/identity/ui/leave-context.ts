import { createContext } from "react";

/** Navigates home and continues as a guest; see AuthProvider. */
export const LeaveContext = createContext<() => void>(() => undefined);
