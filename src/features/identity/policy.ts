/** Once, unless the row still allows it (decisions: username). */
export function canChangeUsername(profile: { can_change_username: boolean }): boolean {
  return profile.can_change_username;
}
