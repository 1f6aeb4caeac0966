export { appealQueue, openAppeals, type QueuedAppeal } from "./queries/appeals.ts";
export { decisionByKey, sanctionsOf, strikesOf, type Decision } from "./queries/decisions.ts";
