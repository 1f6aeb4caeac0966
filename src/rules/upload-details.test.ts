import { expect, test } from "vitest";
import {
  mainColors,
  tagsFromPrompt,
  titleFromFileName,
  uploadDetails,
  uploadTitle,
} from "./upload-details.ts";

test.each([
  ["red-roof_first-snow.jpg", "Red roof first snow"],
  ["RedRoofFirstSnow.png", "Red Roof First Snow"],
  ["lighthouse at dusk (2).webp", "Lighthouse at dusk"],
  ["old_harbour_final_v3.jpeg", "Old harbour"],
  ["C:\\pictures\\blue boat.png", "Blue boat"],
  ["GLASS BOTTLE.JPG", "Glass bottle"],
  ["dragon-dragon-5.png", "Dragon"],
  ["no_manifest.jpg", "No manifest"],
  ["copy of the red roof by.png", "The red roof"],
  ["月光下的湖.png", "月光下的湖"],
  ["Café Ñandú.jpg", "Café Ñandú"],
])("AD-02 the name %s is words: %s", (name, title) => {
  expect(titleFromFileName(name)).toBe(title);
});

test.each([
  "IMG_1234.jpg",
  "DSC00042.JPG",
  "ComfyUI_00012_.png",
  "00019-1592514025.png",
  "3f2a9b1c-5d4e-4f60-9a7b-8c9d0e1f2a3b.png",
  "a91fd03c77e2.webp",
  "Screenshot 2026-11-02 at 10.04.11.png",
  "ChatGPT Image Apr 1, 2025, 10_02_11 AM.png",
  "image.png",
  "download (3).jpg",
  "untitled.png",
  "PXL_20260102_101112.jpg",
  "xqzt.png",
  "",
  ".png",
])("AD-02 the name %j says nothing of the picture", (name) => {
  expect(titleFromFileName(name)).toBeNull();
});

test("AD-02 a title comes from metadata, then the prompt, then the name, and is never made up", () => {
  const fileName = "red-roof.png";
  expect(uploadTitle({ title: "Quiet lake", prompt: "a fox, snow", fileName })).toEqual({
    title: "Quiet lake",
    from: "metadata",
  });
  expect(uploadTitle({ title: " ", prompt: "a fox, snow", fileName })).toEqual({
    title: "A fox",
    from: "prompt",
  });
  expect(uploadTitle({ prompt: null, fileName })).toEqual({ title: "Red roof", from: "file" });
  expect(uploadTitle({ title: "Untitled", prompt: "", fileName: "IMG_1.png" })).toEqual({
    title: "Untitled",
    from: "nothing",
  });
});

test("AD-02 a title skips the praise and framing that a prompt begins with", () => {
  const titleOf = (prompt: string) => uploadTitle({ prompt, fileName: "" }).title;
  expect(titleOf("masterpiece, best quality, (red fox:1.2), snow")).toBe("Red fox");
  expect(titleOf("wide shot, photo of a cat with white fur")).toBe("Photo of a cat with white fur");
  expect(titleOf("<lora:x:1> embedding:old.pt harbour at dawn")).toBe("Harbour at dawn");
  expect(titleOf("masterpiece, 8k")).toBe("Masterpiece");
});

test("AD-02 a prompt that is a list becomes tags, without weights and praise", () => {
  expect(
    tagsFromPrompt(
      "masterpiece, best quality, (red fox:1.2), snowy_forest, <lora:winter:0.8>, golden hour, 8k, red fox",
    ),
  ).toEqual(["red fox", "snowy forest", "golden hour"]);
  expect(tagsFromPrompt("A lighthouse on a cliff above the sea, painted at dusk by hand")).toEqual(
    [],
  );
  expect(tagsFromPrompt("")).toEqual([]);
});

test("AD-02 colours, format and engine become tags and a description", () => {
  const colors = ["#18213f", "#1a2240", "#97431f", "#d8c09a", "#f7f7f5"];
  expect(mainColors(colors)).toEqual(["navy", "rust", "sand"]);
  const seen = { prompt: null, colors, width: 1600, height: 900, engine: null, drawing: null };
  expect(uploadDetails(seen)).toEqual({
    description: "Landscape image, mostly navy, rust and sand.",
    tags: ["navy", "rust", "sand"],
  });
  const drawn = { ...seen, width: 800, height: 800, engine: "dream (SD.Next)", drawing: 0.93 };
  expect(uploadDetails({ ...drawn, prompt: "fox, snow, night" })).toEqual({
    description: "Square drawing, mostly navy, rust and sand. Made with dream (SD.Next).",
    tags: ["fox", "snow", "night", "drawing", "navy", "rust", "sand"],
  });
});
