import { attributeOrderForm, type AttributesPage } from '../../../contracts/console/attributes.ts'
import { shiftAttribute } from '../../catalog/attributes/edit-attribute.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { attributeLines, attributePosition } from './attribute-list-queries.ts'

const longestSearch = 100

/** All attributes in the order in which filters and facts are shown. */
export const attributesScreen = consoleScreen<AttributesPage>({
  screen: 'attributes',
  permission: 'products.view',
  doneElsewhere: ['remove'],
  load: async (desk) => {
    const search = (desk.request.url.searchParams.get('q') ?? '').trim().slice(0, longestSearch)
    const rows = await attributeLines(desk.shop.db, desk.session.staff.language)
    const lines = rows.map(({ facet, name, ...row }, at) => ({
      ...row,
      name: name ?? row.id,
      isFacet: facet === 1,
      isFirst: at === 0,
      isLast: at === rows.length - 1,
    }))
    const asked = search.toLowerCase()
    return {
      lines: lines.filter(({ id, name }) => name.toLowerCase().includes(asked) || id.includes(asked)),
      search,
      mayChange: may(desk.session, 'products.change'),
    }
  },
  actions: {
    place: consoleAction({
      permission: 'products.change',
      form: attributeOrderForm,
      run: (desk, { place }) => shift(desk, place),
    }),
  },
})

/** `up:ID` or `down:ID`. */
async function shift({ shop, session }: Desk, place: string): Promise<void> {
  const [, way, id = ''] = /^(up|down):(.{1,70})$/.exec(place) ?? []
  if (way !== 'up' && way !== 'down') throw new ConsoleError('unknown')
  const subject = { kind: 'attribute', id, label: id }
  const fields = (trx: Parameters<typeof attributePosition>[0]) => attributePosition(trx, id)
  await audited(shop, session.actor, { operation: 'attributes.order', subject, fields }, (own) =>
    shiftAttribute(own, id, way),
  )
}
