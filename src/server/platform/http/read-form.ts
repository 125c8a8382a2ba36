import type * as z from 'zod/mini'

/**
 * The posted form of a page by its contract, whose fields accept whatever was sent: what a shopper has to put right is
 * said by the page, not by the schema. Of a name that was sent twice the first counts, unless the contract asks for all
 * (`formTexts`) or for names that begin alike (`formTextsByKey`). A body that is no form is an empty one.
 */
export async function readForm<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseFields(await fieldsOf(request), schema)
}

export type Fields = readonly (readonly [name: string, value: FormDataEntryValue])[]

/** The fields of a posted form in their order; none of a body that is no form. */
export async function fieldsOf(request: Request): Promise<Fields> {
  return [...(await request.formData().catch(() => new FormData()))]
}

/** Fields by the contract of their form, as `readForm`. */
export function parseFields<Schema extends z.ZodMiniType>(fields: Fields, schema: Schema): z.output<Schema> {
  return schema.parse({ ...firstOfEachName(fields), ...allOfEachName(fields), ...namesThatBeginAlike(fields) })
}

function firstOfEachName(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(fields.toReversed())
}

function allOfEachName(fields: Fields): Record<string, unknown> {
  const byName = Map.groupBy(fields, ([name]) => `${name}[]`)
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, value]) => value)]))
}

function namesThatBeginAlike(fields: Fields): Record<string, unknown> {
  const keyed = fields.toReversed().filter(([name]) => name.includes(':'))
  const byBeginning = Map.groupBy(keyed, ([name]) => name.slice(0, name.indexOf(':') + 1))
  return Object.fromEntries(
    [...byBeginning].map(([beginning, alike]) => [
      beginning,
      alike.map(([name, value]) => [name.slice(beginning.length), value]),
    ]),
  )
}
