import { once } from 'node:events'
import { request } from 'node:http'

/** A file in pieces, which many uploads may share, so that the sender needs no memory for each. */
export type SentFile = { name: string; pieces: readonly Uint8Array[] }
/** How an upload ended; `status` 0 without an answer. */
export type UploadAnswer = { status: number; text: string; seconds: number }

const boundary = 'faults-7f3a'

/** Sends one file to the form of pictures as a browser does. */
export async function uploadFile(
  origin: string,
  { cookie, address }: { cookie: string; address: string },
  { name, pieces }: SentFile,
): Promise<UploadAnswer> {
  const began = performance.now()
  const part = (head: string) => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  const body = [
    part('name="action"'),
    Buffer.from('upload\r\n'),
    part(`name="files"; filename="${name}"`),
    ...pieces,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  const headers = {
    cookie,
    origin,
    'x-forwarded-for': address,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.reduce((sum, each) => sum + each.length, 0)),
  }
  const sending = request(`${origin}/console/pictures/new`, { method: 'POST', headers, agent: false })
  const answered = answerOf(sending)
  // An answer may come before all is sent; the rest is then not wanted.
  sending.on('error', () => undefined)
  for (const each of body)
    if (!sending.write(each) && !sending.destroyed)
      await Promise.race([once(sending, 'drain').catch(() => {}), answered])
  sending.end()
  const { status, text } = await answered
  return { status, text, seconds: (performance.now() - began) / 1000 }
}

function answerOf(sending: ReturnType<typeof request>): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    let isAnswered = false
    sending.on('response', (answer) => {
      isAnswered = true
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sending.on('close', () => isAnswered || resolve({ status: 0, text: '' }))
  })
}
