import type { Compilable, CompiledQuery } from 'kysely'
import type { Queryable } from '../tables.ts'

/** What differs from call to call: texts, or lists of texts. */
type Argument = string | readonly string[]
/** `at` is where a parameter comes from among all texts of the arguments; -1 for one that is always the same. */
type Template<Row> = { query: CompiledQuery<Row>; at: readonly number[] }
type Query<Row> = Compilable<Row> & { execute(): Promise<Row[]> }

/** Queries with more texts than this are compiled each time. */
const maxTexts = 64
/** Shapes, which are lengths of lists, that are kept for one query. */
const maxShapes = 200

/**
 * Makes a query that Kysely builds and compiles once for each length of its lists, instead of on every call: pages of
 * the catalogue ask about twenty queries each. `build` must use every text as a parameter and decide nothing by it; it
 * throws where it does not use one.
 */
export function compileOnce<Arguments extends readonly Argument[], Row>(
  build: (db: Queryable, ...values: Arguments) => Compilable<Row>,
): (db: Queryable, ...values: Arguments) => Query<Row> {
  // A transaction has the adapter of its database.
  const known = new WeakMap<object, Map<string, Template<Row>>>()
  const templateFor = (db: Queryable, values: Arguments): Template<Row> => {
    const { adapter } = db.getExecutor()
    const shape = values.map((value) => (typeof value === 'string' ? '' : value.length)).join()
    let templates = known.get(adapter)
    if (templates === undefined || templates.size >= maxShapes) known.set(adapter, (templates = new Map()))
    const template = templates.get(shape) ?? makeTemplate(db, build, values)
    templates.set(shape, template)
    return template
  }
  return (db, ...values) => {
    const compile = (): CompiledQuery<Row> => {
      const texts = values.flat()
      return texts.length > maxTexts ? build(db, ...values).compile() : filled(templateFor(db, values), texts)
    }
    return { compile, execute: async () => (await db.executeQuery(compile())).rows }
  }
}

function filled<Row>({ query, at }: Template<Row>, texts: readonly string[]): CompiledQuery<Row> {
  const { parameters } = query
  return { ...query, parameters: at.map((place, index) => (place < 0 ? parameters[index] : texts[place])) }
}

function makeTemplate<Arguments extends readonly Argument[], Row>(
  db: Queryable,
  build: (db: Queryable, ...values: Arguments) => Compilable<Row>,
  values: Arguments,
): Template<Row> {
  let count = 0
  const mark = (): string => `\0${count++}`
  const marks = values.map((value) => (typeof value === 'string' ? mark() : value.map(mark)))
  const query = build(db, ...(marks as unknown as Arguments)).compile()
  const places = new Map(marks.flat().map((each, place) => [each as unknown, place]))
  const at = query.parameters.map((parameter) => places.get(parameter) ?? -1)
  if (new Set(at.filter((place) => place >= 0)).size < count)
    throw new Error(`A query that is compiled once does not use all of its texts as parameters: ${query.sql}`)
  return { query, at }
}
