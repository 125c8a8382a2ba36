import type * as z from 'zod/mini'

/**
 * The posted form of a page by its contract, whose fields accept whatever was sent: what a shopper has to put right is
 * said by the page, not by the schema. Of a name that was sent twice the first counts; a body that is no form is an
 * empty one.
 */
export async function readForm<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const form = await request.formData().catch(() => new FormData())
  return schema.parse(Object.fromEntries([...form].toReversed()))
}
