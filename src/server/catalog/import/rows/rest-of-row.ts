import { slugify } from '../../../../domain/products/slugs.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import type { FeedRow } from '../feeds/feed-row.ts'
import { profileColumns } from '../profile/profile-columns.ts'
import type { Profile } from '../profile/profile.ts'
import { limitedText } from './cell-text.ts'
import type { Definitions } from './definitions.ts'
import { refuseOtherKind } from './refuse-other-kind.ts'

const maxLength = 200
const none = () => []

/**
 * Creates a reader that turns columns the profile does not name into plain attributes, when the profile asks for it.
 */
export function restReader(profile: Profile, definitions: Definitions): (row: FeedRow) => ProductRecord['attributes'] {
  if (profile.rest === 'ignore') return none
  const used = new Set(profileColumns(profile))
  return (row) =>
    row.columns
      .filter((column) => !used.has(column))
      .flatMap((column) => {
        const value = limitedText(row.get(column), column, maxLength)
        const id = slugify(column).replaceAll('-', '_')
        if (value === '' || id === '') return []
        refuseOtherKind(value, definitions.kindOf(id), column)
        const name = column.slice(0, 80)
        if (!definitions.attributes.has(id))
          definitions.attribute({ id, name: { en: name, sv: name }, unit: '', facet: false, from: 'found' })
        return [{ attribute_id: id, value }]
      })
}
