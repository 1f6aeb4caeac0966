/** Decisions about members, each with its audit entry and with what the member is told in one transaction. */
export { answerAppeal, appeal } from "./commands/appeals.ts";
export {
  closeOwnAccount,
  liftSanction,
  reopenAccount,
  sanctionMember,
} from "./commands/sanctions.ts";
