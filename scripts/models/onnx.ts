/** Writes ONNX files: the few messages of onnx.proto3 (https://github.com/onnx/onnx) that a network needs. */

/** The operators' version that the files ask for; https://onnx.ai/onnx/operators lists them. */
const OPSET = 17;
const IR_VERSION = 8;

/** Numbers of `TensorProto.DataType`. */
const dataTypes = { float: 1, uint8: 2, int64: 7, float16: 10 } as const;
type DataType = keyof typeof dataTypes;

/** Numbers of `AttributeProto.AttributeType`. */
const FLOAT = 1;
const INT = 2;
const STRING = 3;
const INTS = 7;

export type Attributes = Record<string, number | string | readonly number[] | { float: number }>;
/** A name stands for an axis whose length is not known before the run. */
export type Shape = readonly (number | string)[];

export type Network = {
  input: (name: string, type: DataType, shape: Shape) => string;
  /** A constant. @returns its name */
  constant: (type: DataType, shape: readonly number[], data: Uint8Array) => string;
  floats: (shape: readonly number[], values: readonly number[] | Float32Array) => string;
  integers: (values: readonly number[]) => string;
  /** One step. @returns the name of its result */
  node: (operator: string, inputs: readonly string[], attributes?: Attributes) => string;
  /** A step with several results. @returns their names */
  nodes: (
    operator: string,
    inputs: readonly string[],
    count: number,
    attributes?: Attributes,
  ) => string[];
  output: (name: string, from: string, shape: Shape) => void;
  toBytes: () => Uint8Array;
};

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

const whole = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)]);

function sized(field: number, content: Uint8Array | string | readonly Uint8Array[]): Buffer {
  const bytes =
    typeof content === "string" || content instanceof Uint8Array
      ? Buffer.from(content as string)
      : Buffer.concat(content);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function fixed(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
}

function attribute(name: string, value: Attributes[string]): Buffer {
  const parts = [sized(1, name)];
  if (typeof value === "number") parts.push(whole(3, value), whole(20, INT));
  else if (typeof value === "string") parts.push(sized(4, value), whole(20, STRING));
  else if ("float" in value) parts.push(fixed(2, value.float), whole(20, FLOAT));
  else parts.push(...value.map((one) => whole(8, one)), whole(20, INTS));
  return Buffer.concat(parts);
}

function valueInfo(name: string, type: DataType, shape: Shape): Buffer {
  const dimensions = shape.map((side) =>
    sized(1, typeof side === "number" ? whole(1, side) : sized(2, side)),
  );
  const tensor = [whole(1, dataTypes[type]), sized(2, dimensions)];
  return Buffer.concat([sized(1, name), sized(2, sized(1, tensor))]);
}

export function createNetwork(title: string): Network {
  const graph: Buffer[] = [sized(2, title)];
  let count = 0;
  const fresh = () => `v${++count}`;

  function constant(type: DataType, shape: readonly number[], data: Uint8Array): string {
    const name = fresh();
    const sides = shape.map((side) => whole(1, side));
    graph.push(sized(5, [...sides, whole(2, dataTypes[type]), sized(8, name), sized(9, data)]));
    return name;
  }

  function place(operator: string, inputs: readonly string[], to: string[], having: Attributes) {
    graph.push(
      sized(1, [
        ...inputs.map((name) => sized(1, name)),
        ...to.map((name) => sized(2, name)),
        sized(4, operator),
        ...Object.entries(having).map(([name, value]) => sized(5, attribute(name, value))),
      ]),
    );
    return to;
  }

  return {
    constant,
    input(name, type, shape) {
      graph.push(sized(11, valueInfo(name, type, shape)));
      return name;
    },
    floats(shape, values) {
      return constant("float", shape, new Uint8Array(Float32Array.from(values).buffer));
    },
    integers(values) {
      const data = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      return constant("int64", [values.length], data);
    },
    node: (operator, inputs, having = {}) => place(operator, inputs, [fresh()], having)[0],
    nodes: (operator, inputs, results, having = {}) =>
      place(operator, inputs, Array.from({ length: results }, fresh), having),
    output(name, from, shape) {
      place("Identity", [from], [name], {});
      graph.push(sized(12, valueInfo(name, "float", shape)));
    },
    toBytes: () =>
      Buffer.concat([
        whole(1, IR_VERSION),
        sized(2, "echoform"),
        sized(7, graph),
        sized(8, [sized(1, ""), whole(2, OPSET)]),
      ]),
  };
}
