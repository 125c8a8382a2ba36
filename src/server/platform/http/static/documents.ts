import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '../answers/problem.ts'
import type { HeaderList } from '../answers/security-headers.ts'
import { send } from '../answers/send.ts'
import type { Step } from '../exchange.ts'
import { fileAnswer } from './pictures.ts'

const prefix = '/documents/'
const safeName = /^doc-[0-9a-f]{16}\.pdf$/
const fixed = [
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'Content-Disposition',
  'inline',
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'",
]

/** Serves documents of products from the data folder; their names change with their content, so they are immutable. */
export function documentsStep(folder: string, always: HeaderList): Step {
  return async ({ req, res, url }) => {
    if (!url.pathname.startsWith(prefix)) return false
    const name = url.pathname.slice(prefix.length)
    const file = join(folder, name)
    const found = safeName.test(name) ? await stat(file).catch(() => undefined) : undefined
    if (found === undefined || !found.isFile()) throw new ProblemError(404, 'not_found')
    await send(req, res, fileAnswer(req, file, found, [...fixed, ...always]))
    return true
  }
}
