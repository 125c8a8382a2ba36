import { attributeOrderForm, type AttributesPage } from '../../../contracts/console/attributes.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { placeAttribute, shiftAttribute } from '../../catalog/attributes/edit-attribute.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { orderHistory, placeBefore, placeLog, type Ordered } from '../staff/undo-order.ts'
import { attributeLines, attributePlace } from './attribute-list-queries.ts'

const maxSearchLength = 100

/** All attributes in the order in which filters and facts are shown. */
export const attributesScreen = consoleScreen<AttributesPage>({
  screen: 'attributes',
  permission: 'products.view',
  doneElsewhere: ['remove'],
  load: async (context) => {
    const search = (context.request.url.searchParams.get('q') ?? '').trim().slice(0, maxSearchLength)
    const rows = await attributeLines(context.shop.db, context.session.staff.language)
    const lines = rows.map(({ facet, name, ...row }, at) => ({
      ...row,
      name: name ?? row.id,
      isFacet: facet === 1,
      isFirst: at === 0,
      isLast: at === rows.length - 1,
    }))
    const term = search.toLowerCase()
    return {
      lines: lines.filter(({ id, name }) => name.toLowerCase().includes(term) || id.includes(term)),
      search,
      history: await orderHistory(context, ordered),
      mayChange: may(context.session, 'products.change'),
    }
  },
  actions: {
    place: consoleAction({
      permission: 'products.change',
      form: attributeOrderForm,
      run: (context, { place }) => shift(context, place),
    }),
    undo: consoleAction({ permission: 'products.change', form: undoForm, run: undo }),
  },
})

const ordered: Ordered = {
  kind: 'attribute',
  operations: ['attributes.order', 'attributes.undo'],
  permission: 'products.change',
  placeOf: attributePlace,
}

/** `up:ID` or `down:ID`. */
async function shift({ shop, session }: ConsoleContext, place: string): Promise<void> {
  const [, way, id = ''] = /^(up|down):(.{1,70})$/.exec(place) ?? []
  if (way !== 'up' && way !== 'down') throw new ConsoleError('unknown')
  const action = { operation: 'attributes.order', subject: subjectOf(id), fields: placeLog(ordered, id) }
  await audited(shop, session.actor, action, (own) => shiftAttribute(own, id, way))
}

/** Takes a change of the order back, unless somebody has put the attribute elsewhere meanwhile. */
async function undo(context: ConsoleContext, { entry }: { entry: string }): Promise<void> {
  const { shop, session } = context
  const { id, from, to } = await placeBefore(context, ordered, entry)
  const guard = async (trx: DatabaseTransaction) => {
    await lockImports(trx)
    if ((await attributePlace(trx, id)) !== from) throw new ConsoleError('product_undo')
  }
  const action = { operation: 'attributes.undo', subject: subjectOf(id), guard, fields: placeLog(ordered, id) }
  await audited(shop, session.actor, action, (own) => placeAttribute(own, id, to - 1))
}

const subjectOf = (id: string) => ({ kind: 'attribute', id, label: id })
