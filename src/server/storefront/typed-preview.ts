import { z } from 'zod'

const limits = { fields: 500, name: 60, text: 20_000 }
const fields = z
  .record(z.string().max(limits.name), z.string().max(limits.text))
  .refine((read) => Object.keys(read).length <= limits.fields)

/**
 * The fields of an item as somebody has typed them, which the frame of an editor asks to be shown; undefined for a
 * request that sends none. Only JSON counts: a form of another site cannot send it, so it cannot show its own text.
 */
export async function typedPreview(request: Request): Promise<Readonly<Record<string, string>> | undefined> {
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json') ?? false
  if (request.method !== 'POST' || !isJson) return undefined
  const read = fields.safeParse(await request.json().catch(() => undefined))
  return read.success ? read.data : undefined
}
