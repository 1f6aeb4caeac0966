/** How a drawn person looks: age, build, pose and clothes. */

export type Pose = "stand" | "walk" | "run" | "sit" | "wave" | "dance" | "hold" | "kneel";

export type Hair = "short" | "long" | "bun" | "wave" | "bald";

export type Headwear = "hat" | "crown" | "helmet" | "toque" | "hood";

/** Everything that distinguishes one person from another; colours are six hexadecimal digits after "#". */
export type PersonLook = {
  build: "man" | "woman" | "boy" | "girl";
  pose: Pose;
  old?: boolean;
  skin: string;
  eyes?: string;
  hair: Hair;
  hairColour: string;
  beard?: boolean;
  glasses?: "clear" | "dark";
  headwear?: Headwear;
  headwearColour?: string;
  outfit: "casual" | "suit" | "dress" | "robe" | "coat" | "armour" | "white coat";
  top: string;
  bottom: string;
  scarf?: string;
  mood?: "smile" | "sad" | "open";
  /** Which way the face is turned: -1 left, 0 front, 1 right. */
  turn: number;
  /** Only head and chest, for a portrait. */
  bust?: boolean;
};

/** The key under which a person is drawn; the same look has the same key. */
export const personKey = (look: PersonLook): string => `person ${JSON.stringify(look)}`;

/** The look a key stands for, or undefined where it is the key of another drawing. */
export function lookOfKey(key: string): PersonLook | undefined {
  return key.startsWith("person ") ? (JSON.parse(key.slice(7)) as PersonLook) : undefined;
}

/** `colour` lighter (above 0) or darker (below 0) by a share. */
export function tone(colour: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const end = share > 0 ? 255 : 0;
  const moved = parts.map((part) => Math.round(part + (end - part) * Math.abs(share)));
  return `#${moved.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
