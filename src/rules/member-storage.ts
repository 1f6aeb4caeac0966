/** What is kept in local storage for one member, by their id. Specification, section 4: cleared on signing out. */
export const notificationsKey = (memberId: string) => `notifications-${memberId}`;
export const draftKey = (memberId: string) => `draft:${memberId}`;

/** Every key of a member. */
export const memberKeys = (memberId: string) => [notificationsKey(memberId), draftKey(memberId)];
