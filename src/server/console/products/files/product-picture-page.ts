import { consolePath } from '../../../../console-routes.ts'
import {
  cropForm,
  versionForm,
  type CropInput,
  type ProductPicturePage,
} from '../../../../contracts/console/pictures.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { cropAgain, cropSheet, keepCrop, makeCrop } from '../../pictures/crop-picture.ts'
import { productAt } from '../record/record-state-queries.ts'
import { requestedProduct } from '../record/save-section.ts'
import { changeFiles, filesOfRecord, filesVersion, storedFiles } from './on-files.ts'

const permission = 'products.change'

/** One picture of a product, of which a part can be chosen. */
export const productPictureScreen = consoleScreen<ProductPicturePage>({
  screen: 'product-picture',
  permission: 'products.view',
  load: pictureContent,
  actions: {
    crop: consoleAction({ permission, form: cropForm, run: (context, input) => crop(context, input.version, input) }),
    uncrop: consoleAction({
      permission,
      form: versionForm,
      run: (context, { version }) => crop(context, version, null),
    }),
  },
})

async function pictureContent({ shop, session, request }: ConsoleContext): Promise<ProductPicturePage | undefined> {
  const found = await productAt(shop.db, request.params['sku'] ?? '')
  const [stored] = found ? await storedRecords(shop.db, shop.kind, [found.id]) : []
  if (!stored) return undefined
  const { record } = stored
  const files = filesOfRecord(record)
  const picture = files.pictures.find(({ id }) => id === request.params['picture'])
  if (!picture) return undefined
  const { language } = session.staff
  return {
    id: record.id,
    sku: record.sku,
    name: record.texts[language].name || record.texts.en.name || record.texts.sv.name,
    sheet: (await cropSheet(shop.db, picture.id)) ?? null,
    version: filesVersion(files),
    mayChange: may(session, permission),
  }
}

/** Shows a part of the picture at this product alone, or with null the whole of it again; leads to all its pictures. */
async function crop(context: ConsoleContext, version: string, input: CropInput | null): Promise<string> {
  const { id: product } = await requestedProduct(context)
  const pictureId = context.request.params['picture'] ?? ''
  const files = await storedFiles(context.shop.db, product)
  if (!files?.pictures.some(({ id }) => id === pictureId)) throw new ConsoleError('unknown')
  const made = await makeCrop(context, pictureId, { input, isForTexts: false })
  await changeFiles(context, {
    operation: 'products.crop_picture',
    version,
    change: async (trx, { pictures, ...rest }) => {
      if (!pictures.some(({ id }) => id === pictureId)) throw new ConsoleError('unknown')
      if (made.id === pictureId) return { pictures, ...rest }
      if (pictures.some(({ id }) => id === made.id)) throw new ConsoleError('product_picture_there')
      await keepCrop(trx, made)
      return { ...rest, pictures: pictures.map((each) => (each.id === pictureId ? { ...each, id: made.id } : each)) }
    },
  })
  await cropAgain(context, made, { isForTexts: false })
  return consolePath('product-files', { sku: product })
}
