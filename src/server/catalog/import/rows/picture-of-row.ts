import { cleanText } from './cell-text.ts'
import { FeedError, RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { ImportContext } from './import-context.ts'
import type { Profile } from '../profile/profile.ts'

/** Creates a reader of a row's picture id; the product's id selects the drawing's variant. */
export function pictureReader(
  { picture }: Profile,
  context: ImportContext,
): (row: FeedRow, id: string) => string | undefined {
  if (!picture) return () => undefined
  if ('column' in picture) return (row) => givenPicture(row, picture.column, context)
  const ids = Array.from({ length: picture.variants }, (_, variant) => drawingId(picture.drawing, variant, context))
  return (_, id) => ids[id.charCodeAt(id.length - 1) % ids.length]
}

function givenPicture(row: FeedRow, column: string, { pictures }: ImportContext): string | undefined {
  const id = cleanText(row.get(column))
  if (id !== '' && !pictures.has(id)) throw new RowProblem(column, `The shop has no picture "${id.slice(0, 60)}".`)
  return id === '' ? undefined : id
}

function drawingId(kind: string, variant: number, { drawings, definitions }: ImportContext): string {
  const id = drawings.idOf({ kind, variant })
  if (id === undefined) throw new FeedError(`There is no drawing "${kind}", which the profile asks for.`)
  definitions.drawings.set(id, { kind, variant })
  return id
}
