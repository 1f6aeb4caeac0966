/** One line of the text format: the value of a metric for one set of labels. */
export type Sample = {
  labels?: Readonly<Record<string, string>>;
  /** The parts of a summary. */
  part?: "sum" | "count";
  value: number;
};

export type Metric = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "summary";
  samples: readonly Sample[];
};

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escaped = (text: string) => text.replace(/[\\\n"]/g, (letter) => escapes[letter] ?? letter);

function lineOf(name: string, { labels = {}, part, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  const set = pairs.length > 0 ? `{${pairs.join(",")}}` : "";
  return `${name}${part === undefined ? "" : `_${part}`}${set} ${value}`;
}

/** The metrics in Prometheus' text format 0.0.4; those without a sample are left out. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => lineOf(name, sample)),
    ])
    .join("\n")
    .concat("\n");
}

export type RequestTally = {
  /** @param seconds from the request's headers to the end of the response */
  record(method: string, route: string, status: number, seconds: number): void;
  metric(): Metric;
};

/** Counts the requests of this process with their times, by the pattern of the route and the class of the status. */
export function openRequestTally(): RequestTally {
  const rows = new Map<string, { labels: Record<string, string>; sum: number; count: number }>();
  return {
    record(method, route, status, seconds) {
      const key = `${method} ${Math.floor(status / 100)} ${route}`;
      let row = rows.get(key);
      if (row === undefined) {
        const labels = { method, route, status: `${Math.floor(status / 100)}xx` };
        row = { labels, sum: 0, count: 0 };
        rows.set(key, row);
      }
      row.sum += seconds;
      row.count += 1;
    },
    metric: () => ({
      name: "http_request_duration_seconds",
      help: "Requests by route and class of status, without pictures, health and metrics.",
      type: "summary",
      samples: [...rows.values()].flatMap(({ labels, sum, count }) => [
        { labels, part: "sum", value: sum },
        { labels, part: "count", value: count },
      ]),
    }),
  };
}
