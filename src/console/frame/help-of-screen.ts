import { consoleScreenOf, type ConsoleScreen } from '../../console-routes.ts'
import type { Translate } from '../../i18n/translator.ts'

/** What is no screen to work at, or says itself what it is for. */
const unexplained = [
  'sign-in',
  'second',
  'invitation',
  'sign-out',
  'find',
  'find-hits',
  'keys',
  'news',
  'missing',
  'order-document',
  'packing-slips',
  'content-targets',
  'picture-choices',
] as const
type Unexplained = (typeof unexplained)[number]

/** What the screen at a path is for; undefined for a screen without help. */
export function helpOfScreen(pathname: string, t: Translate): string | undefined {
  const screen = consoleScreenOf(pathname)
  return screen && isExplained(screen) ? t(`console-help:${screen}`) : undefined
}

function isExplained(screen: ConsoleScreen): screen is Exclude<ConsoleScreen, Unexplained> {
  return !unexplained.some((each) => each === screen)
}
