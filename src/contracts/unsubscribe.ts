/**
 * What somebody stops: word of one part that comes back, or the shop's own mailings. Without a link, `ask` is a form
 * for an address and `mailed` its one answer, whether or not the address gets any mails.
 */
export type UnsubscribePage =
  | {
      kind: 'alert' | 'mail'
      token: string
      /** The part's name. */ name: string
      isOn: boolean
      /** Just turned on again. */ isUndone: boolean
    }
  | { kind: 'ask'; email: string; fault: 'email_invalid' | 'too_many' | null }
  | { kind: 'mailed'; email: string }
  | { kind: 'over' }
