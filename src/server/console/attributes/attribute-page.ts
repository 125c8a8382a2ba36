import { consolePath } from '../../../console-routes.ts'
import {
  attributeForm,
  attributeMakeForm,
  attributeRemoveForm,
  type AttributeFields,
  type AttributePage,
} from '../../../contracts/console/attributes.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import type { AttributeKind } from '../../../domain/products/attribute-kinds.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { attributeById } from '../../catalog/attributes/attribute-queries.ts'
import { changeAttribute, makeAttribute, removeAttribute } from '../../catalog/attributes/edit-attribute.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { fieldsWithout } from '../staff/undo-record.ts'
import { attributeContent, attributeVersion } from './attribute-content.ts'
import { attributeIn, attributeLog, undoingOf } from './attribute-log.ts'

const permission = 'products.change'

/** The form that makes an attribute. */
export const newAttributeScreen = consoleScreen<AttributePage>({
  screen: 'attribute-new',
  permission,
  load: (context) => attributeContent(context, undefined),
  actions: {
    make: consoleAction({
      permission,
      form: attributeMakeForm,
      run: async ({ shop, session }, { id: typed, ...fields }) => {
        const id = typed === '' ? slugify(fields.name_en).replaceAll('-', '_').slice(0, 60) : typed
        const subject = { kind: 'attribute', id, label: fields.name_en }
        const log = (trx: DatabaseTransaction) => attributeLog(trx, id)
        const action = { operation: 'attributes.make', subject, fields: log }
        await audited(shop, session.actor, action, (own) => makeAttribute(own, id, textIn(fields)))
        return consolePath('attribute', { id })
      },
    }),
  },
})

/** One attribute: its names, unit and kind, what its values are called, and what uses it. */
export const attributeScreen = consoleScreen<AttributePage>({
  screen: 'attribute',
  permission: 'products.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const attribute = await attributeById(context.shop.db, requestedId(context))
    return attribute && attributeContent(context, attribute)
  },
  actions: {
    change: consoleAction({
      permission,
      form: attributeForm,
      run: (context, { version, unit_sure, 'sv:': sv, 'en:': en, ...fields }) =>
        onAttribute(context, { operation: 'attributes.change', version }, (shop, id) => {
          const values = [...new Set([...sv.keys(), ...en.keys()])].slice(0, maxLabels)
          const labels = new Map(values.map((value) => [value, { sv: sv.get(value) ?? '', en: en.get(value) ?? '' }]))
          return changeAttribute(shop, id, { ...textIn(fields), labels, isUnitSure: unit_sure === 'yes' })
        }),
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const attribute = await attributeById(context.shop.db, requestedId(context))
        if (!attribute) throw new ConsoleError('unknown')
        const former = attributeIn(await fieldsWithout(context, undoingOf(attribute), entry))
        const action = { operation: 'attributes.undo', version: attributeVersion(attribute) }
        await onAttribute(context, action, (shop, id) => changeAttribute(shop, id, { ...former, isUnitSure: true }))
      },
    }),
    remove: consoleAction({
      permission,
      form: attributeRemoveForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onAttribute(context, { operation: 'attributes.remove' }, (shop, id) => removeAttribute(shop, id))
        return consolePath('attributes')
      },
    }),
  },
})

const maxLabels = 500
const requestedId = ({ request }: ConsoleContext): string => (request.params['id'] ?? '').slice(0, 120)

type Typed = Omit<AttributeFields, 'kind'> & { kind?: AttributeKind | undefined }

function textIn({ name_sv, name_en, unit, kind = 'text', facet }: Typed) {
  return { name: { sv: name_sv, en: name_en }, unit, kind, isFacet: facet === 'yes' }
}

async function onAttribute(
  context: ConsoleContext,
  { operation, version }: { operation: string; version?: string },
  work: (shop: Shop, id: string) => Promise<void>,
): Promise<void> {
  const id = requestedId(context)
  const attribute = await attributeById(context.shop.db, id)
  if (!attribute) throw new ConsoleError('unknown')
  const subject = { kind: 'attribute', id, label: attribute.name.en }
  const guard = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads what the first has written.
    await lockImports(trx)
    const current = await attributeById(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && attributeVersion(current) !== version) throw await recordChanged(trx, subject)
  }
  const fields = (trx: DatabaseTransaction) => attributeLog(trx, id)
  await audited(context.shop, context.session.actor, { operation, subject, guard, fields }, (shop) => work(shop, id))
}
