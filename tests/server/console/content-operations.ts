import type { OperationRow } from './company-operations.ts'

const goodsReaders = ['owner', 'manager', 'seller', 'warehouse', 'editor'] as const
const goodsWriters = ['owner', 'manager', 'editor'] as const

/** Who may do what with texts, pictures and the files of products, as `operations` says of everything else. */
export const contentOperations: Readonly<Record<string, OperationRow>> = {
  content: { roles: goodsWriters },
  'content.export': { roles: goodsWriters, asksFactor: true },
  'content.save_view': { roles: goodsWriters },
  'content.remove_view': { roles: goodsWriters },
  'content.make': { roles: goodsWriters },
  'content-links': { roles: goodsWriters },
  'content-targets': { roles: goodsWriters },
  menus: { roles: goodsWriters },
  'menus.save': { roles: goodsWriters },
  pictures: { roles: goodsWriters },
  'pictures.export': { roles: goodsWriters, asksFactor: true },
  'pictures.save_view': { roles: goodsWriters },
  'pictures.remove_view': { roles: goodsWriters },
  'picture-choices': { roles: goodsWriters },
  'picture-new': { roles: goodsWriters },
  'picture-new.upload': { roles: goodsWriters },
  picture: { roles: goodsWriters },
  'picture.save': { roles: goodsWriters },
  'picture.replace': { roles: goodsWriters },
  'picture.delete': { roles: goodsWriters },
  'product-files': { roles: goodsReaders },
  'product-files.upload': { roles: goodsWriters },
  'product-files.save': { roles: goodsWriters },
  'product-files.add_document': { roles: goodsWriters },
  'product-files.save_documents': { roles: goodsWriters },
  'product-files.restore': { roles: goodsWriters },
  'content-item': { roles: goodsWriters },
  'content-item.save': { roles: goodsWriters },
  'content-item.preview': { roles: goodsWriters },
  'content-item.publish': { roles: goodsWriters },
  'content-item.schedule': { roles: goodsWriters },
  'content-item.unschedule': { roles: goodsWriters },
  'content-item.unpublish': { roles: goodsWriters },
  'content-item.take_back': { roles: goodsWriters },
  'content-item.copy': { roles: goodsWriters },
  'content-item.delete': { roles: goodsWriters },
}
