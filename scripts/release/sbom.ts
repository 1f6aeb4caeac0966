/** The bill of materials (CycloneDX) that `npm sbom` makes, and whether it is whole. */
import { z } from "zod";
import type { Package } from "./lock.ts";

const component = z.object({
  "bom-ref": z.string().min(1),
  type: z.string(),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith("pkg:npm/"),
  hashes: z.array(z.object({ alg: z.string(), content: z.string().min(1) })).optional(),
  licenses: z.array(z.unknown()).optional(),
});

const document = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string().regex(/^1\.[5-9]$/),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  metadata: z.object({ timestamp: z.iso.datetime(), component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * What a bill of materials lacks.
 * @param text as `npm sbom --sbom-format=cyclonedx` prints it
 * @param packages of the lock, all of which it must name with their licence
 */
export function sbomProblems(
  text: string,
  program: { name: string; version: string },
  packages: readonly Package[],
): string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return ["the bill of materials is no JSON"];
  }
  const parsed = document.safeParse(read);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  }
  const { metadata, components, dependencies } = parsed.data;
  const problems: string[] = [];
  const { name, purl } = metadata.component;
  if (name !== program.name || purl !== `pkg:npm/${program.name}@${program.version}`) {
    problems.push(`it is of ${name}, ${purl}`);
  }
  const byName = new Map(components.map((one) => [`${one.name} ${one.version}`, one]));
  for (const one of packages) {
    const found = byName.get(`${one.name} ${one.version}`);
    if (found === undefined) problems.push(`${one.name} ${one.version} is missing`);
    else if (!found.licenses?.length) problems.push(`${one.name} has no licence`);
  }
  const references = new Set([metadata.component, ...components].map((one) => one["bom-ref"]));
  for (const { ref, dependsOn } of dependencies) {
    for (const wanted of [ref, ...dependsOn]) {
      if (!references.has(wanted)) problems.push(`${wanted} is named and not described`);
    }
  }
  return problems;
}

/** The document with the program's own name: npm takes that of the folder. */
export function named(text: string, name: string): string {
  const read = JSON.parse(text) as { metadata: { component: { name: string } } };
  read.metadata.component.name = name;
  return `${JSON.stringify(read, null, 2)}\n`;
}
