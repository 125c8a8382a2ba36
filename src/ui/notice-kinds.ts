/** `error`: something was refused; `warning`: it went on, but not as expected. */
export type NoticeKind = 'info' | 'success' | 'warning' | 'error'
export type NoticeRole = 'status' | 'alert'

/** How a screen reader is told: at once of what went wrong, in its turn of what succeeded, and not of a hint. */
export const noticeRoles: Record<NoticeKind, NoticeRole | undefined> = {
  info: undefined,
  success: 'status',
  warning: 'alert',
  error: 'alert',
}
