/** Once, while the row allows it. */
export function canChangeUsername(profile: { can_change_username: boolean }): boolean {
  return profile.can_change_username;
}
