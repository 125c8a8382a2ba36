import { dayMs } from '../../../../domain/durations.ts'
import { languages } from '../../../../domain/places/locales.ts'
import type { Env } from '../../env.ts'
import type { Step } from '../exchange.ts'
import { inertPolicy, securityHeaders } from './security-headers.ts'
import { send } from './send.ts'

const securityTxtPath = '/.well-known/security.txt'
const yearMs = 365 * dayMs

/**
 * Serves security.txt, the contact for reporting vulnerabilities (RFC 9116): SECURITY_CONTACT, else the company's
 * e-mail address. While the company has only that of the example, passes the request on, which ends in a 404.
 */
export function securityTxt(
  env: Pick<Env, 'ORIGIN' | 'SECURITY_CONTACT'>,
  companyEmail: () => string,
  now: () => Date,
): Step {
  const always = [...securityHeaders(env), ...inertPolicy]
  return async ({ req, res, url }) => {
    if (url.pathname !== securityTxtPath) return false
    const email = companyEmail()
    const contact = env.SECURITY_CONTACT ?? (email.endsWith('.example') ? undefined : `mailto:${email}`)
    if (contact === undefined) return false
    const expires = new Date(Math.ceil(now().getTime() / yearMs + 0.5) * yearMs).toISOString()
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${env.ORIGIN}${securityTxtPath}`,
    ]
    const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'public, max-age=86400', ...always]
    await send(req, res, { status: 200, headers, body: Buffer.from(`${lines.join('\n')}\n`) })
    return true
  }
}
