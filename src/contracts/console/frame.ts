/** How a person confirms a factor again: which they have, and what is wrong with the last try. */
export type StepUp = {
  /** The form that waits for it, to be sent again with the factor; none where only a page waits. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Files of the form that are too large to wait with it. */
  notHeld: readonly string[]
  hasCode: boolean
  /** The browser's request for a passkey, JSON; null for people without one. */
  passkey: string | null
  asksPassword: boolean
  fault: string | null
  /** The form makes a file: the browser stays on the question when it has come. */
  isFile: boolean
}

/** What every screen of the console shows beside its own content. */
type Shown<Content> = {
  content: Content
  /** The action that was just carried out. */
  done: string | null
  /** Why an action was not carried out, as a whole sentence; its form keeps `values`. */
  fault: string | null
  values: Readonly<Record<string, string>>
}

/** A screen, or the question for the factor that comes before it. */
export type ConsolePage<Content> = Shown<Content> | { stepUp: StepUp }
