/** A workflow that cannot be used; the message says what is wrong with it, and where. */
export class WorkflowError extends Error {}
