import type { APIContext } from 'astro'
import { daySeconds } from '../../../domain/durations.ts'
import type { Env } from '../../platform/env.ts'
import { readSecretCookie, writeSecretCookie } from './session-cookies.ts'

type CookieEnv = Pick<Env, 'ORIGIN'>
type Cookies = APIContext['cookies']
/** Cookies with what a browser has proved to know: its orders, and alerts whose mailed link was opened in it. */
type MarksCookie = 'known_orders' | 'known_alerts'

/** The latest marks of a browser; so many fit into one cookie. */
const maxMarks = 4
const maxAgeSeconds = 180 * daySeconds
const separator = '.'

export function readMarks(env: CookieEnv, cookies: Cookies, name: MarksCookie): string[] {
  return readSecretCookie(env, cookies, name)?.split(separator) ?? []
}

export function addMark(env: CookieEnv, cookies: Cookies, name: MarksCookie, mark: string): void {
  const others = readMarks(env, cookies, name).filter((each) => each !== mark)
  writeSecretCookie(env, cookies, name, [mark, ...others].slice(0, maxMarks).join(separator), maxAgeSeconds)
}
