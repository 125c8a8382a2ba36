export type StaffFault =
  | 'staff_unknown'
  | 'already_staff'
  | 'role_unknown'
  | 'role_used'
  | 'role_exists'
  | 'last_owner'
  | 'above_own'
  | 'changed_meanwhile'
  | 'record_changed'
  | 'link_over'
  | 'last_factor'

/** Thrown when a change of staff is not possible; the message is shown to the person who asked for it. */
export class StaffError extends Error {
  override readonly name = 'StaffError'
  readonly fault: StaffFault

  constructor(fault: StaffFault, message: string) {
    super(message)
    this.fault = fault
  }
}
