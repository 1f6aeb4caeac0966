import { afterAll } from "vitest";
import { finishDatabases } from "./database.ts";

afterAll(finishDatabases);
