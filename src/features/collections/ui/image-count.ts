/** "61 images". */
export function imageCount(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "image" : "images"}`;
}
