/** `npm run licences`: writes docs/licences.md. Run it after every change of package-lock.json. */
import { writeFileSync } from "node:fs";
import { licencesPage } from "./release/licences.ts";
import { productionPackages, readLock } from "./release/lock.ts";

const root = new URL("..", import.meta.url);
writeFileSync(new URL("docs/licences.md", root), licencesPage(productionPackages(readLock(root))));
