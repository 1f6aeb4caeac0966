export {
  changeSubscription,
  endSubscriptions,
  openCheckout,
  openPortal,
} from "./commands/checkout.ts";
export { keepEvent, replayEvent, type EventState, type Outcome } from "./commands/events.ts";
