import { expect, test } from "vitest";
import { openRequestTally, prometheusText } from "./metrics.ts";

test("metrics are written in the text format, with labels escaped", () => {
  const text = prometheusText([
    { name: "up", help: "Whether it is.", type: "gauge", samples: [{ value: 1 }] },
    { name: "nothing", help: "Has no sample.", type: "gauge", samples: [] },
    {
      name: "odd_total",
      help: "Odd labels.",
      type: "counter",
      samples: [{ labels: { path: 'a\\b"c\nd', kind: "x" }, value: 2.5 }],
    },
  ]);
  expect(text).toBe(
    [
      "# HELP up Whether it is.",
      "# TYPE up gauge",
      "up 1",
      "# HELP odd_total Odd labels.",
      "# TYPE odd_total counter",
      String.raw`odd_total{path="a\\b\"c\nd",kind="x"} 2.5`,
      "",
    ].join("\n"),
  );
});

test("requests are added up by method, route and class of status", () => {
  const tally = openRequestTally();
  tally.record("GET", "/api/picture/:id", 200, 0.25);
  tally.record("GET", "/api/picture/:id", 204, 0.5);
  tally.record("GET", "/api/picture/:id", 404, 0.125);
  tally.record("PATCH", "/api/picture/:id", 200, 1);
  const route = "/api/picture/:id";
  const [read, missing, written] = [
    { method: "GET", route, status: "2xx" },
    { method: "GET", route, status: "4xx" },
    { method: "PATCH", route, status: "2xx" },
  ];
  expect(tally.metric().samples).toEqual([
    { labels: read, part: "sum", value: 0.75 },
    { labels: read, part: "count", value: 2 },
    { labels: missing, part: "sum", value: 0.125 },
    { labels: missing, part: "count", value: 1 },
    { labels: written, part: "sum", value: 1 },
    { labels: written, part: "count", value: 1 },
  ]);
});
