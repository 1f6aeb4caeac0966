/** The IPTC's names of how media came about (docs/provenance.md). */
export type SourceType =
  | "algorithmicMedia"
  | "trainedAlgorithmicMedia"
  | "compositeSynthetic"
  | "compositeWithTrainedAlgorithmicMedia";

type Made = {
  /** Whether a neural model drew. */
  neural: boolean;
  /** Whether only a part of it was drawn, over a picture that was there. */
  isEdit?: boolean;
};

export function sourceTypeOf({ neural, isEdit = false }: Made): SourceType {
  if (isEdit) return neural ? "compositeWithTrainedAlgorithmicMedia" : "compositeSynthetic";
  return neural ? "trainedAlgorithmicMedia" : "algorithmicMedia";
}

/** What a name tells. */
export const madeBy = (type: string): Required<Made> => ({
  neural: /^(?:t|compositeWithT)rainedAlgorithmicMedia$/.test(type),
  isEdit: type.startsWith("composite"),
});
